import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleSession } from '../../../../testing/sample-session.testkit.ts'
import type { Session } from '../../contract.ts'
import { finishedBlock, launchStep, runningBlock, waitingBlock } from './home.ts'

const minute = (at: number): string => `2026-11-20T10:${String(at).padStart(2, '0')}:00.000Z`
const window = { sinceMs: Date.parse(minute(0)), said: 'in the last 24 h', nowMs: Date.parse(minute(59)) }
const around = {
  nameOf: (id: string) => id,
  lastLineOf: ({ id }: Session) => (id === 'silent' ? null : `line of ${id}`),
}
const ids = ({ rows }: { readonly rows: readonly { readonly id: string }[] }) => rows.map(({ id }) => id)
const ended = (id: string, at: number, fields: Partial<Session> = {}) =>
  sampleSession({ id, state: 'completed', ended_at: minute(at), state_since: minute(at), exit_code: 0, ...fields })

test('what finished since then is told with its last line, the latest first; failures are the inbox’s', () => {
  const block = finishedBlock(
    [
      ended('early', 5),
      ended('late', 9),
      ended('stopped', 7, { state: 'failed', end_reason: 'cancelled' }),
      ended('broke', 8, { state: 'failed', end_reason: 'exit_error' }),
      ended('before', 5, { ended_at: '2026-11-19T10:00:00.000Z' }),
      sampleSession({ id: 'runs', state: 'running' }),
    ],
    window,
    around,
  )
  assert.deepEqual(ids(block), ['late', 'stopped', 'early'])
  assert.match(block.rows[0]?.text ?? '', /line of late$/)
  assert.equal(block.rows[1]?.state, 'stopped_by_you')
  assert.equal(block.note, 'in the last 24 h')
})

test('who runs is told the latest start first, who starts by itself the oldest first', () => {
  const all = [
    sampleSession({ id: 'old', state: 'running', state_since: minute(1) }),
    sampleSession({ id: 'new', state: 'running', state_since: minute(2) }),
    sampleSession({ id: 'second', state: 'idle', state_since: minute(4), blocked_by: ['T'] }),
    sampleSession({ id: 'first', state: 'idle', state_since: minute(3), blocked_by: ['T'] }),
    sampleSession({ id: 'idle', state: 'idle', blocked_by: [] }),
  ]
  assert.deepEqual(ids(runningBlock(all, around)), ['new', 'old'])
  assert.equal(runningBlock(all, around).note, '2 sessions')
  const waiting = waitingBlock(all, around)
  assert.deepEqual(ids(waiting), ['first', 'second'])
  assert.equal(waiting.rows[0]?.text, 'waits for T')
})

test('the first agent needs tmux, and a shell command needs no agent program', () => {
  const rows: [boolean, boolean, boolean, RegExp | null, string | null][] = [
    [false, true, true, /launch code-agent/, null],
    [false, true, false, /launch shell/, 'with a shell command, until an agent program is there'],
    [false, false, true, null, 'waits for tmux'],
    [false, false, false, null, 'waits for tmux and an agent program'],
    [true, true, true, /launch code-agent/, null],
  ]
  for (const [hasAny, hasTmux, hasAgent, command, note] of rows) {
    const step = launchStep({ hasAny, hasTmux, hasAgent })
    assert.equal(step.done, hasAny)
    assert.equal(step.note, note)
    if (command === null) assert.equal(step.command, null)
    else assert.match(step.command ?? '', command)
  }
})
