import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TaskStatus } from '#rooms/tasks/contract.ts'
import type { MachineEvent, SessionState } from '../contract.ts'
import { applyEvent, type IncomingEvent } from './apply-event.ts'
import type { SessionRecord } from './record.ts'
import { sampleRecord } from './sample-record.testkit.ts'

const before = '2026-11-20T12:00:00.000Z'
const at = '2026-11-20T12:00:01.000Z'

function recordIn(state: SessionState, more: Partial<SessionRecord> = {}): SessionRecord {
  const blank = sampleRecord({
    at: before,
    prompt: 'echo hi\nand more',
    taskId: 'T1',
    dependsOn: ['T0'],
    workingDir: '/',
  })
  return { ...blank, ...more, session: { ...blank.session, state } }
}

const event = (name: MachineEvent, more: Partial<IncomingEvent> = {}): IncomingEvent => ({
  event: name,
  source: 'hook',
  metadata: null,
  runId: null,
  exitCode: null,
  at,
  ...more,
})

test('a session without a label is called by the first line of its prompt', () => {
  assert.equal(recordIn('idle').session.label, 'echo hi')
})

test('an accepted event moves the state and says since when and why', () => {
  const { record, entry } = applyEvent(
    recordIn('running'),
    event('hook.to_review', { metadata: 'asks to run git push' }),
  )
  assert.equal(record.session.state, 'awaiting_review')
  assert.equal(record.session.state_since, at)
  assert.equal(record.session.last_message, 'asks to run git push')
  assert.deepEqual(record.session.cause, {
    event: 'hook.to_review',
    source: 'hook',
    metadata: 'asks to run git push',
    at,
  })
  assert.deepEqual([entry.from, entry.to, entry.accepted], ['running', 'awaiting_review', true])
})

test('an event that the state does not take is kept in the history and counts as activity', () => {
  const { record, entry, effects } = applyEvent(recordIn('running'), event('agent.tool_use', { metadata: 'Bash' }))
  assert.equal(record.session.state, 'running')
  assert.equal(record.session.state_since, before)
  assert.equal(record.session.last_activity, at)
  assert.equal(record.session.last_message, 'Bash')
  assert.deepEqual([entry.accepted, effects], [false, []])
})

test('an event of an older run is recorded and changes nothing at all', () => {
  const record = recordIn('running', { runId: 'run-2' })
  const applied = applyEvent(record, event('process.exit', { runId: 'run-1' }))
  assert.deepEqual(applied.record, record)
  assert.deepEqual(applied.change, {})
  assert.deepEqual([applied.entry.accepted, applied.entry.runId], [false, 'run-1'])
  assert.equal(applyEvent(record, event('process.exit', { runId: 'run-2' })).record.session.state, 'completed')
})

test('last activity never goes back when the clock does', () => {
  const { record } = applyEvent(recordIn('running'), event('agent.tool_use', { at: '2026-11-20T11:00:00.000Z' }))
  assert.equal(record.session.last_activity, before)
})

test('a start that fired before the end, or belongs to a run that exited, does not bring a session back', () => {
  const ended = applyEvent(
    recordIn('running', { runId: 'r1' }),
    event('process.exit', { runId: 'r1', exitCode: 0 }),
  ).record
  const stateAfter = (more: Partial<IncomingEvent>) => applyEvent(ended, event('start', more)).record.session.state
  assert.equal(stateAfter({ runId: 'r1' }), 'completed')
  assert.equal(stateAfter({ firedAt: before }), 'completed')
  assert.equal(stateAfter({ firedAt: '2026-11-20T12:00:02.000Z' }), 'running')
  assert.equal(stateAfter({}), 'running')
  assert.equal(stateAfter({ source: 'user', firedAt: before }), 'running')
})

test('an answered question is no longer what the agent says', () => {
  const asks = applyEvent(recordIn('running'), event('hook.to_review', { metadata: 'may I push?' })).record
  assert.equal(applyEvent(asks, event('user.resume', { source: 'user' })).record.session.last_message, null)
  assert.equal(applyEvent(asks, event('agent.tool_use', { metadata: 'Bash' })).record.session.last_message, 'Bash')
})

test('an answer stands alone until something is heard; where nothing follows, its question is asked again', () => {
  const asks = applyEvent(recordIn('running'), event('hook.to_review', { metadata: 'may I push?' })).record
  const told = applyEvent(asks, event('user.resume', { source: 'user', metadata: 'yes' })).record
  assert.deepEqual(told.answered, { at, asked: 'may I push?' })
  assert.equal(applyEvent(told, event('agent.tool_use', { metadata: 'Bash' })).record.answered, null)
  const still = applyEvent(told, event('hook.to_review', { source: 'service', metadata: 'still waiting' })).record
  assert.deepEqual([still.answered, still.session.last_message], [null, 'may I push?'])
  const asksMore = applyEvent(told, event('hook.to_review', { metadata: 'and the tag?' })).record
  assert.equal(asksMore.session.last_message, 'and the tag?')
})

test('the end of a session says how it ended', () => {
  const ends: readonly (readonly [MachineEvent, number | null, string])[] = [
    ['process.exit', 0, 'exit'],
    ['process.exit_error', 7, 'exit_error'],
    ['user.cancel', null, 'cancelled'],
  ]
  for (const [name, exitCode, reason] of ends) {
    const { session } = applyEvent(recordIn('running'), event(name, { exitCode })).record
    assert.deepEqual([session.ended_at, session.exit_code, session.end_reason], [at, exitCode, reason])
  }
})

test('the exit status is kept although a hook told of the end before', () => {
  const { record } = applyEvent(recordIn('completed'), event('process.exit', { source: 'wrapper', exitCode: 0 }))
  assert.equal(record.session.exit_code, 0)
})

test('a start clears what the last run left', () => {
  const ended = applyEvent(recordIn('running'), event('process.exit_error', { exitCode: 1 })).record
  const { record } = applyEvent({ ...ended, requeued: true }, event('start'))
  const { started_at, ended_at, exit_code, end_reason, blocked_by } = record.session
  assert.deepEqual([started_at, ended_at, exit_code, end_reason, blocked_by], [at, null, null, null, []])
  assert.equal(record.requeued, false)
})

test('a requeued session is no longer ended and waits for a person', () => {
  const ended = applyEvent(recordIn('running'), event('process.exit', { exitCode: 0 })).record
  const { record } = applyEvent(ended, event('user.requeue'))
  assert.deepEqual([record.session.state, record.session.ended_at, record.requeued], ['idle', null, true])
})

test('the linked task follows each state that is entered', () => {
  const steps: readonly (readonly [SessionState, MachineEvent, TaskStatus])[] = [
    ['idle', 'start', 'in_progress'],
    ['running', 'hook.to_review', 'review'],
    ['awaiting_review', 'agent.tool_use', 'in_progress'],
    ['running', 'process.exit', 'done'],
    ['running', 'process.exit_error', 'blocked'],
    ['awaiting_review', 'user.cancel', 'blocked'],
    ['failed', 'user.requeue', 'ready'],
  ]
  for (const [state, name, status] of steps) {
    const { effects } = applyEvent(recordIn(state), event(name))
    assert.deepEqual(
      effects.filter(({ kind }) => kind === 'follow_task'),
      [{ kind: 'follow_task', taskId: 'T1', status }],
      `${state} ${name}`,
    )
  }
})

test('a cancelled session interrupts its terminal unless that is gone, and a completed one settles its task', () => {
  const unseen = recordIn('running')
  const running = { ...unseen, tmuxId: '$4', session: { ...unseen.session, tmux_alive: true } }
  const gone = { ...running, session: { ...running.session, tmux_alive: false } }
  const first = (record: SessionRecord) => applyEvent(record, event('user.cancel')).effects[0]
  assert.deepEqual(first(running), { kind: 'interrupt', record: running })
  assert.deepEqual(first(unseen), { kind: 'interrupt', record: unseen })
  assert.equal(first(gone)?.kind, 'follow_task')
  const settles = (from: SessionState, name: MachineEvent) =>
    applyEvent(recordIn(from), event(name)).effects.some(({ kind }) => kind === 'task_settled')
  assert.equal(settles('running', 'process.exit'), true)
  assert.equal(settles('running', 'process.exit_error'), false)
  assert.equal(settles('completed', 'user.requeue'), true)
})

test('a stop begins with a cancel where something may run, and a start ends it', () => {
  const cancel = event('user.cancel', { source: 'user' })
  const stopping = { since: at, by: 'user', asked_at: null, forced_at: null, left: null } as const
  const states = [
    [null, stopping],
    [true, stopping],
    [false, null],
  ] as const
  for (const [isAlive, expected] of states) {
    const running = recordIn('running')
    const record = { ...running, session: { ...running.session, tmux_alive: isAlive } }
    assert.deepEqual(applyEvent(record, cancel).record.session.stopping, expected, String(isAlive))
  }
  const failed = recordIn('failed')
  const stopped = { ...failed, session: { ...failed.session, stopping } }
  assert.equal(applyEvent(stopped, event('start', { source: 'launch' })).record.session.stopping, null)
  assert.deepEqual(applyEvent(stopped, event('agent.tool_use')).record.session.stopping, stopping)
})
