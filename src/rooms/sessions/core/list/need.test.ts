import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleSession } from '../../../../testing/sample-session.testkit.ts'
import { sessionStates, type Session } from '../../contract.ts'
import { wasStopped } from '../end/was-stopped.ts'
import { needOf } from './need.ts'

const at = '2026-11-20T10:00:00.000Z'
const around = {
  nameOf: (id: string) => id,
  aboutOf: (id: string) => (id === 'T' ? ({ type: 'task', id: 'E', title: 'Epic', project: null } as const) : null),
}
const need = (fields: Partial<Session>) => needOf(sampleSession(fields), around)
const ended = (metadata: string | null): Partial<Session> => ({
  state: 'failed',
  exit_code: 1,
  end_reason: 'exit_error',
  started_at: at,
  ended_at: '2026-11-20T10:00:07.000Z',
  cause: { event: 'process.exit_error', source: 'wrapper', metadata, at },
})

test('an agent that waits and one that failed need a person, nobody else', () => {
  const kinds = Object.fromEntries(sessionStates.map((state) => [state, need({ state })?.kind ?? null]))
  assert.deepEqual(kinds, {
    idle: null,
    running: null,
    awaiting_review: 'needs_you',
    completed: null,
    failed: 'failed',
  })
})

test('one that a person stopped needs nobody; any other end does', () => {
  assert.equal(need({ state: 'failed', end_reason: 'cancelled' }), null)
  assert.equal(wasStopped(sampleSession({ state: 'failed', end_reason: 'cancelled' })), true)
  for (const reason of ['exit_error', 'terminal_gone', null]) {
    assert.equal(need({ state: 'failed', end_reason: reason })?.kind, 'failed', String(reason))
  }
})

test('a need tells of one session, what it is called, and whether it can start again', () => {
  const { times, title, again } = need({ state: 'failed', label: 'Check links' }) ?? {}
  assert.deepEqual({ times, title, again }, { times: 1, title: 'Check links', again: 'restart' })
  assert.equal(need({ state: 'failed', label: '', tmux_session: 'agent-7' })?.title, 'agent-7')
  assert.equal(need({ state: 'awaiting_review' })?.again, null)
})

test('each wait and each failure is a moment of its own', () => {
  const later = '2026-11-20T11:00:00.000Z'
  const moments = [at, later].map((since) => need({ state: 'failed', state_since: since })?.moment)
  assert.equal(new Set(moments).size, 2)
})

test('what failed for one reason has one cause, however long each ran', () => {
  assert.deepEqual([need(ended(null))?.cause, need(ended(null))?.text], ['exit 1', 'exit 1 after 7 s'])
  assert.equal(need(ended('API Error: 529'))?.cause, 'API Error: 529')
  assert.equal(need({ state: 'failed', end_reason: 'terminal_gone' })?.cause, 'its terminal is gone')
  assert.equal(need({ state: 'awaiting_review' })?.cause, null, 'our own words are nothing in common')
})

test('it belongs to the epic of its task, and is started again only where it is ours to run', () => {
  assert.deepEqual(need({ state: 'failed', task_id: 'T' })?.about, {
    type: 'task',
    id: 'E',
    title: 'Epic',
    project: null,
  })
  assert.equal(need({ state: 'failed', task_id: 'gone' })?.about, null)
  assert.equal(need({ state: 'failed' })?.again, 'restart')
  assert.equal(need({ state: 'failed', origin: 'registered', runnable: false })?.again, null)
})
