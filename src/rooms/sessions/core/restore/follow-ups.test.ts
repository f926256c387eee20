import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Session, SessionState } from '../../contract.ts'
import { missedFollowUps, type FollowUp, type TaskStanding } from './follow-ups.ts'
import { sampleRecord } from '../sample-record.testkit.ts'

const at = (minute: number) => `2026-11-20T10:${String(minute).padStart(2, '0')}:00.000Z`

function moved(id: string, [state, minute]: readonly [SessionState, number], more: Partial<Session> = {}): Session {
  const { session } = sampleRecord({ id, at: at(0), tmuxSession: id, label: id, taskId: 'T' })
  const cause = { event: 'start', source: 'launch', metadata: null, at: at(minute) } as const
  return { ...session, state, state_since: at(minute), cause, ...more }
}

const stands = (status: TaskStanding['status'], minute: number): TaskStanding => ({ status, since: at(minute) })
const follow = (status: FollowUp['status'], sessionId: string): FollowUp[] => [
  { taskId: 'T', status, sessionId, isStopped: false },
]

const rows: readonly (readonly [string, readonly Session[], TaskStanding | null, FollowUp[]])[] = [
  [
    'a task that stood before its session ended',
    [moved('a', ['completed', 5])],
    stands('in_progress', 4),
    follow('done', 'a'),
  ],
  ['a task that followed already', [moved('a', ['completed', 5])], stands('done', 5), []],
  ['a task that somebody moved since', [moved('a', ['completed', 5])], stands('ready', 6), []],
  ['a task that stands there anyway', [moved('a', ['running', 5])], stands('in_progress', 1), []],
  ['a session that nothing moved yet', [moved('a', ['idle', 5], { cause: null })], stands('review', 1), []],
  ['a session without a task', [moved('a', ['failed', 5], { task_id: null })], stands('in_progress', 1), []],
  ['a task that the board does not know', [moved('a', ['failed', 5])], null, []],
  [
    'two sessions on a task',
    [moved('late', ['failed', 7]), moved('early', ['completed', 5])],
    stands('in_progress', 4),
    follow('blocked', 'late'),
  ],
]

for (const [name, sessions, standing, expected] of rows) {
  test(`${name}: ${expected.map(({ status }) => `follows to ${status}`).join() || 'stays'}`, () => {
    assert.deepEqual(
      missedFollowUps(sessions, () => standing),
      expected,
    )
  })
}
