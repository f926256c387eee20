import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isFoundBy } from '#base/found-by.ts'
import type { ColumnId } from '#rooms/board/contract.ts'
import { sessionStates, type SessionState } from '../../contract.ts'
import { columnOf, factsOf, needsYou, stateAskedBy, statesOfColumn, textsOf } from './on-board.ts'

const at = (minute: number) => `2026-11-20T10:${String(minute).padStart(2, '0')}:00.000Z`
const facts = (state: SessionState, minute = 0, blockers: string[] = []) =>
  factsOf({ state, end_reason: null, stopping: null, state_since: at(minute), blocked_by: blockers, task_id: 'T' })

test('each state stands in the column that the specification gives it, and is counted there', () => {
  const rows: [SessionState, ColumnId][] = [
    ['idle', 'queued'],
    ['running', 'active'],
    ['awaiting_review', 'review'],
    ['completed', 'review'],
    ['failed', 'review'],
  ]
  assert.equal(rows.length, sessionStates.length)
  for (const [state, column] of rows) {
    assert.equal(columnOf(state), column)
    assert.equal(facts(state).column, column)
    assert.ok(statesOfColumn[column].includes(state))
  }
  for (const column of ['queued', 'active', 'review'] as const) assert.equal(columnOf(stateAskedBy[column]), column)
})

const inOrder = (...cards: [SessionState, number][]) =>
  cards
    .map(([state, minute]) => ({ name: `${state} ${minute}`, order: facts(state, minute).order }))
    .toSorted((a, b) => a.order.rank - b.order.rank || a.order.key - b.order.key)
    .map(({ name }) => name)

test('queued cards stand oldest first, active ones newest start first', () => {
  assert.deepEqual(inOrder(['idle', 5], ['idle', 1]), ['idle 1', 'idle 5'])
  assert.deepEqual(inOrder(['running', 1], ['running', 5]), ['running 5', 'running 1'])
})

test('in review the waiting stand first, longest on top, then the failed, then the completed, latest on top', () => {
  assert.deepEqual(
    inOrder(['completed', 1], ['failed', 2], ['awaiting_review', 30], ['completed', 40], ['awaiting_review', 3]),
    ['awaiting_review 3', 'awaiting_review 30', 'failed 2', 'completed 40', 'completed 1'],
  )
})

test('what a person stopped needs nobody, and stands where what ended well stands', () => {
  const stopped = { state: 'failed', end_reason: 'cancelled' } as const
  const card = factsOf({ ...stopped, stopping: null, blocked_by: [], task_id: null, state_since: at(1) })
  assert.equal(needsYou(stopped), false)
  assert.deepEqual([card.needsSinceMs, card.order.rank], [null, facts('completed').order.rank])
  assert.equal(card.column, 'review')
})

test('a card is counted as what it shows: a stop under way and its end are no failure', () => {
  const failed = { state: 'failed', state_since: at(1), task_id: null } as const
  const card = { ...failed, end_reason: 'cancelled', blocked_by: [] }
  const stopping = { since: at(1), by: 'user', asked_at: null, forced_at: null, left: null } as const
  const rows = [
    [stopping, 'stopping'],
    [{ ...stopping, left: 'sh' }, 'it_goes_on'],
    [null, 'stopped_by_you'],
  ] as const
  for (const [asked, shown] of rows) {
    const { state, column } = factsOf({ ...card, stopping: asked })
    assert.equal(state, shown)
    assert.ok(column !== null && statesOfColumn[column].some((each) => each === shown))
  }
  assert.equal(factsOf({ ...card, end_reason: null, stopping: null }).state, 'failed')
})

test('who waits or failed needs a person, since it came to that', () => {
  const needs = (state: SessionState) => needsYou({ state, end_reason: null })
  assert.deepEqual(sessionStates.filter(needs).toSorted(), ['awaiting_review', 'failed'])
  for (const state of sessionStates) {
    assert.equal(facts(state, 8).needsSinceMs, needs(state) ? Date.parse(at(8)) : null, state)
  }
})

test('what runs, and what is queued behind others, is listed on Home', () => {
  const rows: [SessionState, string[], readonly string[]][] = [
    ['running', [], ['running']],
    ['running', ['T'], ['running']],
    ['idle', ['T'], ['waiting']],
    ['idle', [], []],
    ['failed', ['T'], []],
  ]
  for (const [state, blockers, lists] of rows) assert.deepEqual(facts(state, 0, blockers).lists, lists, state)
})

test('a filter finds a session by all that its card shows, and by its state in both spellings', () => {
  const texts = textsOf({
    id: '01JD4Q8M',
    label: 'Fix double capture',
    prompt: 'Orders are captured twice.',
    tmux_session: 'agent-claude-3ds',
    agent_type: 'code-agent',
    task_id: 'STO-231',
    state: 'awaiting_review',
    last_message: 'asks to run git push',
    working_dir: '/home/ada',
  })
  for (const part of ['01jd4q8m', 'double', 'twice', 'claude-3ds', 'code-agent', 'sto-231', 'git push', '/home/ada']) {
    assert.ok(isFoundBy(part, texts), part)
  }
  assert.equal(isFoundBy('4q8', texts), false, 'letters amid its id')
  assert.ok(texts.includes('awaiting_review awaiting review'))
})
