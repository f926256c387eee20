import assert from 'node:assert/strict'
import { test } from 'node:test'
import { agentTable } from './agent-types.ts'

const agent = {
  agent_type: 'codex',
  label: 'Codex',
  interactive: true,
  command: ['codex', 'exec', '{prompt}'],
  interactive_command: ['codex'],
  installed: false,
  harness: 'codex',
  cannot: [],
  version: null,
  tried: null,
}

test('what can be launched is listed with how it is installed where it is not', () => {
  const [head, row = ''] = agentTable([agent], null).split('\n')
  assert.match(head ?? '', /^AGENT +WHAT +INTERACTIVE +INSTALLED/)
  assert.match(row, /^codex +Codex +yes +codex is not installed: npm install -g @openai\/codex/)
  assert.match(agentTable([{ ...agent, installed: true }], null), / yes\s*$/)
  const old = { ...agent, installed: true, version: '0.100.0', tried: '0.169.0' }
  assert.match(agentTable([old], null), / 0\.100\.0, older than what was tried \(0\.169\.0\)\s*$/)
})
