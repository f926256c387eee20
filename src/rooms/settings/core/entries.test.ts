import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SettingRow } from '../contract.ts'
import { addedEntry, agentTypeOf, byAgentType, isOwnType } from './entries.ts'

const row = (key: string, fallback = 'none'): SettingRow => ({
  key,
  section: 'agents',
  doc: '',
  takes: 'text',
  input: { is: 'text' },
  value: null,
  is_secret: false,
  is_set: false,
  source: 'default',
  variable: null,
  fallback,
  locked: null,
  is_guarded: false,
  at_start: false,
  needs_restart: false,
})

test('rows of agent types belong together, those of others to none', () => {
  const rows = [
    row('agents.shell.command', 'as built in'),
    row('agents.codex.command'),
    row('agents.codex.env.A.B'),
    row('model.name'),
  ]
  const groups = byAgentType(rows)
  assert.deepEqual([...groups.keys()], ['shell', 'codex'])
  assert.deepEqual(
    groups.get('codex')?.map(({ key }) => key),
    ['agents.codex.command', 'agents.codex.env.A.B'],
  )
  assert.deepEqual([isOwnType(groups.get('shell') ?? []), isOwnType(groups.get('codex') ?? [])], [false, true])
  assert.deepEqual([agentTypeOf('agents.codex'), agentTypeOf('webhooks.a.secret')], [null, null])
})

test('what was added goes as a whole: a variable by itself, a webhook with its entry', () => {
  assert.deepEqual(addedEntry('agents.codex.env.API_KEY'), { unset: 'agents.codex.env.API_KEY', name: 'API_KEY' })
  assert.deepEqual(addedEntry('webhooks.pay.v2.secret'), { unset: 'webhooks.pay.v2', name: 'the webhook of pay.v2' })
  for (const key of ['agents.codex.command', 'gateway.token', 'webhooks.pay']) assert.equal(addedEntry(key), null, key)
})
