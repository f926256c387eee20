import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Cause, SessionCard } from '../../contract.ts'
import { sampleSession } from '#testing/sample-session.testkit.ts'
import { besideState, joinNames, lastWordsOf, whyOf } from './why.ts'

const at = '2026-11-20T10:00:00.000Z'
const cause = (fields: Partial<Cause>): Cause => ({ event: 'start', source: 'launch', metadata: null, at, ...fields })

test('a session tells why it stands where it stands', () => {
  const asks = cause({ event: 'hook.to_review', source: 'hook' })
  const rows: [Partial<SessionCard>, string | null][] = [
    [{ state: 'idle' }, 'not started yet'],
    [{ state: 'idle', origin: 'registered', runnable: false }, 'registered, not ours to run'],
    [{ state: 'running', origin: 'registered', runnable: false }, 'registered, not ours to run'],
    [{ state: 'idle', origin: 'registered' }, 'not started yet'],
    [{ state: 'idle', blocked_by: ['STO-231', 'STO-236'] }, 'waits for STO-231 and STO-236'],
    [{ state: 'idle', cause: cause({ event: 'user.requeue', source: 'user' }) }, 'put back in the queue'],
    [{ state: 'running', last_message: 'Bash npm test' }, 'Bash npm test'],
    [{ state: 'running', cause: cause({ source: 'scanner' }) }, 'found in tmux'],
    [{ state: 'running', cause: cause({ event: 'user.resume', source: 'user' }) }, 'resumed'],
    [{ state: 'running', cause: cause({}) }, null],
    [{ state: 'awaiting_review', cause: { ...asks, metadata: 'git push' }, last_message: 'older' }, 'git push'],
    [{ state: 'awaiting_review', cause: asks, last_message: 'May I?' }, 'May I?'],
    [{ state: 'awaiting_review', cause: asks }, 'ended its turn'],
    [{ state: 'completed', exit_code: 0, ended_at: '2026-11-20T11:04:00.000Z' }, 'exit 0 after 1 h 04 min'],
    [{ state: 'completed', end_reason: 'terminal_gone' }, 'its terminal is gone'],
    [{ state: 'failed', exit_code: 137, started_at: null }, 'exit 137'],
    [{ state: 'failed', exit_code: 1, cause: cause({ metadata: 'API error' }) }, 'API error'],
    [{ state: 'failed', end_reason: 'cancelled', ended_at: '2026-11-20T10:00:08.000Z' }, 'stopped after 8 s'],
    [{ state: 'failed', end_reason: 'terminal_gone' }, 'its terminal is gone'],
  ]
  for (const [fields, detail] of rows)
    assert.equal(
      whyOf(sampleSession(fields), (id) => id),
      detail,
    )
})

test('tasks are called by their names where they are known', () => {
  const session = sampleSession({ state: 'idle', blocked_by: ['STO-231', 'STO-236'] })
  const nameOf = (id: string) => (id === 'STO-231' ? '“Wallet button”' : id)
  assert.equal(whyOf(session, nameOf), 'waits for “Wallet button” and STO-236')
})

test('many names are cut to two and a number', () => {
  assert.equal(joinNames(['A']), 'A')
  assert.equal(joinNames(['A', 'B']), 'A and B')
  assert.equal(joinNames(['A', 'B', 'C', 'D']), 'A, B and 2 more')
})

test('why it failed stands beside its state where it fits, and below it where it does not', () => {
  const long = 'API Error: 400 prompt is too long: 214802 tokens > 200000 maximum'
  const rows: [string | null, beside: string | null, below: string | null][] = [
    [null, 'exit 1 after 7 s', null],
    ['API Error: 400', 'API Error: 400', null],
    [long, 'exit 1 after 7 s', long],
    ['claude is not installed: npm install -g @anthropic-ai/claude-code', 'claude is not installed', null],
  ]
  for (const [metadata, beside, below] of rows) {
    const session = sampleSession({
      state: 'failed',
      exit_code: 1,
      end_reason: 'exit_error',
      ended_at: '2026-11-20T10:00:07.000Z',
      cause: cause({ event: 'process.exit_error', source: 'wrapper', metadata }),
    })
    const why = whyOf(session, (id) => id)
    assert.equal(why, metadata ?? 'exit 1 after 7 s')
    assert.equal(besideState(session, why), beside)
    if (below !== null) assert.equal(lastWordsOf(session), below)
  }
})

test('a stop says what was sent, and what goes on after it', () => {
  const at = '2026-11-20T10:00:00.000Z'
  const rows = [
    [{}, 'Ctrl+C was sent'],
    [{ left: 'sleep' }, 'sleep goes on after Ctrl+C'],
    [{ left: 'sleep', asked_at: at }, 'sleep goes on, Ctrl+C was sent again'],
    [{ asked_at: at, forced_at: at }, 'TERM was sent'],
    [{ left: 'sleep', forced_at: at }, 'TERM was sent to sleep'],
  ] as const
  for (const [fields, said] of rows) {
    const stopping = { since: at, by: 'user', asked_at: null, forced_at: null, left: null, ...fields } as const
    assert.equal(
      whyOf(sampleSession({ state: 'running', stopping }), (id) => id),
      said,
    )
  }
})
