import assert from 'node:assert/strict'
import { test } from 'node:test'
import { agentHeader } from '#platform/contract.ts'
import { whoAsks } from './who-asks.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0'
const cases = [
  [{ 'user-agent': firefox }, { kind: 'person', name: 'Firefox on Linux' }],
  [{ 'user-agent': 'orrery/1.0.0' }, { kind: 'person', name: 'command line' }],
  [{ 'user-agent': 'curl/8.0' }, { kind: 'person', name: 'API' }],
  [{}, { kind: 'person', name: 'API' }],
  [
    { 'user-agent': 'orrery/1.0.0', [agentHeader]: 'agent-claude-1' },
    { kind: 'agent', name: 'agent-claude-1' },
  ],
  [
    { 'user-agent': firefox, [agentHeader]: '' },
    { kind: 'person', name: 'Firefox on Linux' },
  ],
] as const

test('a caller is named by what it says of itself', () => {
  for (const [headers, who] of cases) assert.deepEqual(whoAsks({ headers }), who)
})
