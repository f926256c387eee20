import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hooksStep, type ClientSeen } from './home.ts'

const labels = { claude: 'Claude Code', codex: 'Codex', gemini: 'Gemini CLI' } as const
const seen = (states: Partial<Record<ClientSeen['client'], ClientSeen['state'] | 'there'>>): ClientSeen[] =>
  (['claude', 'codex', 'gemini'] as const).map((client) => {
    const state = states[client]
    return {
      client,
      label: labels[client],
      isThere: state !== undefined,
      state: state === undefined || state === 'there' ? 'absent' : state,
    }
  })
const commandsOf = (...given: Parameters<typeof seen>) =>
  hooksStep(seen(...given)).choices.map(({ command }) => command)

test('the agent programs that are there are offered, Claude Code where none is', () => {
  assert.deepEqual(commandsOf({}), ['orrery hook install'])
  assert.deepEqual(commandsOf({ codex: 'there' }), ['orrery hook install codex'])
  assert.deepEqual(commandsOf({ claude: 'there', gemini: 'partly' }), [
    'orrery hook install',
    'orrery hook install gemini',
  ])
  assert.match(hooksStep(seen({ codex: 'there' })).text, /when Codex works/)
  assert.match(hooksStep(seen({ claude: 'there', codex: 'there' })).text, /when Claude Code or Codex works/)
})

test('it is done with the first, which it names; one whose settings can’t be read is not offered', () => {
  const one = hooksStep(seen({ claude: 'there', codex: 'installed' }))
  assert.deepEqual([one.done, one.note, one.command], [true, 'hooks of Codex installed', 'orrery hook install'])
  const two = hooksStep(seen({ claude: 'installed', codex: 'installed' }))
  assert.deepEqual([two.done, two.note, two.command], [true, 'hooks of Claude Code and Codex installed', null])
  const broken = hooksStep(seen({ claude: 'unreadable' }))
  assert.deepEqual([broken.done, broken.command, broken.choices], [false, null, []])
  assert.match(broken.note ?? '', /the settings of Claude Code can’t be read/)
  assert.equal(hooksStep(seen({ gemini: 'partly' })).note, 'installed in part for Gemini CLI')
})
