import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deedOf, deedOfLinking } from '../asker.ts'
import { withChange, type NewRecord, type SessionRecord } from '../record.ts'
import { sampleRecord } from '../sample-record.testkit.ts'
import { howToStart, isClosing, type StartPlan } from './start-plan.ts'

function recordOf(given: Partial<NewRecord>, tmuxAlive: boolean | null, seenAlive = tmuxAlive !== null): SessionRecord {
  const fresh = sampleRecord({ id: 'k1', tmuxSession: 'k1', prompt: 'true', ...given })
  return withChange(fresh, { seenAlive, session: { tmux_alive: tmuxAlive } })
}

const foreign = { origin: 'registered', runnable: false } as const
const found = { origin: 'discovered', runnable: false, prompt: '' } as const

/** What a start does while the terminal was never looked for, is gone, lives. */
const rows: [string, Partial<NewRecord>, readonly [StartPlan, StartPlan, StartPlan]][] = [
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

type Ended = Partial<SessionRecord['session']>

type Cause = NonNullable<SessionRecord['session']['cause']>

const byUser = (event: Cause['event']): Cause => ({
  source: 'user',
  event,
  metadata: null,
  at: '2026-11-20T12:00:00.000Z',
})

test('a terminal closes after the end of our run in it, and not since somebody called it over', () => {
  const rows: [string, Ended, boolean][] = [
    ['its end was reported', { state: 'completed', exit_code: 0 }, true],
    [
      'its end was reported, then it was called over',
      { state: 'completed', exit_code: 0, cause: byUser('process.exit') },
      true,
    ],
    ['Ctrl+C was asked for', { state: 'failed', cause: byUser('user.cancel') }, true],
    ['somebody called it over', { state: 'completed', cause: byUser('process.exit') }, false],
    ['somebody queued it again', { state: 'idle', cause: byUser('user.requeue') }, true],
    ['an agent failed', { state: 'failed' }, true],
    ['it works', { state: 'running', exit_code: 0 }, false],
  ]
  for (const [what, session, closes] of rows) {
    const record = withChange(recordOf({}, true), { runId: 'r1', session })
    assert.equal(isClosing(record), closes, what)
    assert.equal(isClosing({ ...record, runId: null }), false, `${what}, of no run of ours`)
  }
})

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
