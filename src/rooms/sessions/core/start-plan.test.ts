import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deedOf, deedOfLinking } from './asker.ts'
import { newRecord, withChange, type NewSession, type SessionRecord } from './record.ts'
import { howToStart, type StartPlan } from './start-plan.ts'

function recordOf(
  given: Partial<NewSession>,
  tmuxAlive: boolean | null,
  seenAlive = tmuxAlive !== null,
): SessionRecord {
  const fresh = newRecord({
    id: 'k1',
    at: '2026-11-20T12:00:00.000Z',
    origin: 'launched',
    agentType: 'shell',
    tmuxSession: 'k1',
    label: null,
    prompt: 'true',
    taskId: null,
    dependsOn: [],
    workingDir: null,
    interactive: false,
    runnable: true,
    ...given,
  })
  return withChange(fresh, { seenAlive, session: { tmux_alive: tmuxAlive } })
}

const foreign = { origin: 'registered', runnable: false } as const
const found = { origin: 'discovered', runnable: false, prompt: '' } as const

/** What a start does while the terminal was never looked for, is gone, lives. */
const rows: [string, Partial<NewSession>, readonly [StartPlan, StartPlan, StartPlan]][] = [
  ['launched', {}, ['spawn', 'spawn', 'move_state']],
  ['interactive', { prompt: '', interactive: true }, ['spawn', 'spawn', 'move_state']],
  ['registered with credentials', { origin: 'registered' }, ['spawn', 'spawn', 'move_state']],
  ['registered by anybody', foreign, ['move_state', 'move_state', 'move_state']],
  ['registered by anybody, no prompt', { ...foreign, prompt: '' }, ['move_state', 'move_state', 'move_state']],
  ['found in tmux', found, ['move_state', 'refuse', 'move_state']],
  ['told of by a hook', { ...found, origin: 'hook' }, ['move_state', 'refuse', 'move_state']],
  ['a prompt that is no command', { ...found, origin: 'hook', prompt: 'x' }, ['move_state', 'refuse', 'move_state']],
]

for (const [name, given, plans] of rows) {
  test(`a session that was ${name} starts by its origin and its terminal`, () => {
    assert.deepEqual(
      [null, false, true].map((alive) => howToStart(recordOf(given, alive))),
      plans,
    )
  })
}

test('what spawns or types takes credentials, what only moves a state does not', () => {
  const spawns = recordOf({}, false)
  const lives = recordOf({}, true)
  const theirs = recordOf(foreign, false)
  assert.equal(deedOf(spawns, 'start'), 'starts a program')
  assert.equal(deedOf(lives, 'start'), null)
  assert.equal(deedOf(theirs, 'start'), null)
  assert.equal(deedOf(lives, 'user.cancel'), 'types Ctrl+C into a terminal')
  assert.equal(deedOf(recordOf(foreign, true), 'user.cancel'), 'types Ctrl+C into a terminal')
  assert.equal(deedOf(spawns, 'user.cancel'), null)
  for (const event of ['hook.to_review', 'user.resume', 'process.exit', 'user.requeue'] as const) {
    assert.equal(deedOf(lives, event), null)
  }
  assert.notEqual(deedOfLinking(spawns), null)
  assert.equal(deedOfLinking(theirs), null)
})
