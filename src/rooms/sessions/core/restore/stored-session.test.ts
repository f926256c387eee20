import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toIso } from '#base/time.ts'
import type { RecordChange, SessionRecord } from '../record.ts'
import { sampleRecord } from '../sample-record.testkit.ts'
import { fromStored, fromStoredChange, toStored, toStoredChange } from './stored-session.ts'

const at = '2026-11-20T12:00:00.000Z'
const later = '2026-11-20T13:00:00.000Z'
const nowMs = Date.parse('2026-11-21T00:00:00.000Z')

const blank = sampleRecord({
  at,
  agentType: 'code-agent',
  label: 'Mend it',
  prompt: 'mend it',
  taskId: 'T-1',
  dependsOn: ['T-2', 'T-3'],
  workingDir: '/srv',
  interactive: true,
  runnable: false,
})

/** No field has the value that stands in for a missing one. */
const full: SessionRecord = {
  session: {
    ...blank.session,
    state: 'failed',
    last_activity: later,
    started_at: later,
    ended_at: later,
    exit_code: 3,
    end_reason: 'exit 3',
    tmux_alive: false,
    device_id: 'd1',
    blocked_by: ['T-3'],
    harness: 'h1',
    state_since: later,
    cause: { event: 'process.exit_error', source: 'wrapper', metadata: 'exit 3', at: later },
    last_message: 'it broke',
    stopping: { since: later, by: 'user', asked_at: null, forced_at: null, left: 'node' },
  },
  runId: 'r1',
  tmuxId: '$1',
  tmuxCreatedMs: 1000,
  seenAlive: true,
  requeued: true,
  spawning: true,
  client: { session: 'c1', pid: 10, screen: 'code-agent' },
  turnEndedAt: later,
  answered: { at: later, asked: 'Go on?' },
}

test('a restart forgets nothing of a session, the tasks that it waits for above all', () => {
  assert.deepEqual(fromStored(toStored(full), nowMs), full)
  assert.deepEqual(fromStored(toStored(blank), nowMs), blank)
})

test('a session of which another program stored the least is waiting for nothing, and as old as now', () => {
  const { session, ...own } = fromStored({ id: 's2', tmux_session: 'work', state: 'running' }, nowMs)
  const now = toIso(nowMs)
  assert.deepEqual([session.created_at, session.last_activity, session.state_since], [now, now, now])
  assert.deepEqual([session.agent_type, session.label, session.origin], ['shell', 'work', 'registered'])
  assert.deepEqual([session.depends_on, session.blocked_by, session.task_id], [[], [], null])
  assert.deepEqual([session.interactive, session.runnable, session.tmux_alive], [false, false, null])
  assert.deepEqual(own, {
    runId: null,
    tmuxId: null,
    tmuxCreatedMs: null,
    seenAlive: false,
    requeued: false,
    spawning: false,
    client: null,
    turnEndedAt: null,
    answered: null,
  })
})

test('times that were not stored are taken from those that were', () => {
  const stored = { id: 's2', tmux_session: 'work', state: 'running' } as const
  const quiet = fromStored({ ...stored, last_activity: at }, nowMs).session
  assert.deepEqual([quiet.created_at, quiet.state_since], [at, at])
  const active = fromStored({ ...stored, created_at: at, last_activity: later }, nowMs).session
  assert.deepEqual([active.created_at, active.last_activity, active.state_since], [at, later, later])
})

test('a launched session of before the mark may run its prompt, a registered one may not', () => {
  const stored = { id: 's2', tmux_session: 'work', state: 'idle' } as const
  assert.equal(fromStored({ ...stored, origin: 'launched' }, nowMs).session.runnable, true)
  assert.equal(fromStored({ ...stored, origin: 'registered' }, nowMs).session.runnable, false)
  assert.equal(fromStored({ ...stored, origin: 'launched', runnable: false }, nowMs).session.runnable, false)
})

test('a change comes back from the log as it was, and sets nothing else', () => {
  const { session, ...own } = full
  const changes: RecordChange[] = [
    full,
    { ...own, session: { state: session.state } },
    { session: { depends_on: ['T-9'], task_id: null } },
    { tmuxId: null, session: {} },
  ]
  for (const change of changes) assert.deepEqual(fromStoredChange(toStoredChange(change)), change)
})
