import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clientHooks, hookClients, type HookClient } from './clients.ts'

/** Where each client reads its hooks, in which unit it limits them, and the word by which a report names it. */
const rows: readonly (readonly [HookClient, string, Readonly<Record<string, unknown>>, readonly string[]])[] = [
  ['claude', '.claude/settings.json', { timeout: 5 }, []],
  ['codex', '.codex/hooks.json', { timeout: 5 }, ['codex']],
  ['gemini', '.gemini/settings.json', { name: 'orrery', timeout: 5000 }, ['gemini']],
  ['opencode', '.config/opencode/plugin/orrery.js', {}, ['opencode']],
]

for (const [client, settings, entry, args] of rows) {
  test(`the hooks of ${client} stand in ${settings} `, () => {
    const hooks = clientHooks[client]
    assert.deepEqual(
      [hooks.settings.join('/'), 'entry' in hooks ? hooks.entry : {}, hooks.args],
      [settings, entry, args],
    )
  })
}

test('every client says when it starts, is given work, has done a step, and waits', () => {
  assert.deepEqual(
    rows.map(([client]) => client),
    hookClients,
  )
  const ends = { claude: 'Stop', codex: 'Stop', gemini: 'AfterAgent', opencode: 'session.idle' }
  for (const client of hookClients) {
    const { events } = clientHooks[client]
    assert.equal(events[0], client === 'opencode' ? 'chat.message' : 'SessionStart', client)
    assert.ok(events.includes(ends[client]), client)
    assert.equal(new Set(events).size, events.length, client)
  }
})
