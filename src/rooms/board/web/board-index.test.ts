import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEntityStore } from '#platform/web/store/entity-store.ts'
import type { SessionCard, SessionState } from '#rooms/sessions/contract.ts'
import { createBoardIndex, type Move } from './board-index.ts'

const at = (minute: number) => `2026-11-20T10:${String(minute).padStart(2, '0')}:00.000Z`

function card(id: string, state: SessionState, given: Partial<SessionCard> = {}): SessionCard {
  const fields = { id, state, label: id, prompt: '', tmux_session: `agent-${id}`, agent_type: 'shell', blocked_by: [] }
  const empty = { task_id: null, last_message: null, working_dir: null, state_since: at(0) }
  // The index reads these fields alone.
  return { ...fields, ...empty, ...given } as unknown as SessionCard
}

function boardWith(...cards: SessionCard[]) {
  const sessions = createEntityStore<SessionCard>()
  sessions.replaceAll(cards)
  const index = createBoardIndex(sessions)
  const put = (...changed: SessionCard[]) => sessions.apply(changed.map((value) => ({ id: value.id, value })))
  const shown = () => [index.columns.queued.get(), index.columns.active.get(), index.columns.review.get()]
  return { sessions, index, put, shown }
}

test('a session that changes its state moves to its column, and the move is told before', () => {
  const { index, put, shown } = boardWith(card('a', 'running'), card('b', 'running', { state_since: at(5) }))
  const heard: [readonly Move[], readonly string[]][] = []
  index.onMoves((moves) => heard.push([moves, index.columns.review.get()]))
  put(card('a', 'awaiting_review', { state_since: at(9) }))
  assert.deepEqual(shown(), [[], ['b'], ['a']])
  assert.deepEqual(heard, [[[{ id: 'a', from: 'active', to: 'review' }], []]])
})

test('activity alone neither moves a card nor publishes a column', () => {
  const { index, put } = boardWith(card('a', 'running'), card('b', 'running', { state_since: at(5) }))
  let published = 0
  index.columns.active.subscribe(() => (published += 1))
  put(card('a', 'running', { last_activity: at(30), last_message: 'Bash npm test' }))
  assert.equal(published, 0)
  assert.deepEqual(index.columns.active.get(), ['b', 'a'])
})

test('tallies count states, needs lists who waits for a person, and removal empties both', () => {
  const { sessions, index } = boardWith(
    card('waits', 'awaiting_review', { state_since: at(8) }),
    card('failed', 'failed', { state_since: at(2) }),
    card('done', 'completed'),
  )
  assert.deepEqual(index.tallies.review.get(), { awaiting_review: 1, failed: 1, completed: 1 })
  assert.deepEqual(index.needs.get(), ['failed', 'waits'])
  sessions.apply([{ id: 'failed', value: null }])
  assert.deepEqual(index.needs.get(), ['waits'])
  assert.equal(index.size.get(), 2)
})

test('a filter narrows the columns, never who needs a person, and follows a card that comes to match', () => {
  const { index, put, shown } = boardWith(card('pay', 'running'), card('ledger', 'failed'))
  index.setFilter('pay')
  assert.deepEqual(shown(), [[], ['pay'], []])
  assert.deepEqual(index.needs.get(), ['ledger'])
  put(card('ledger', 'failed', { last_message: 'payment refused' }))
  assert.deepEqual(shown(), [[], ['pay'], ['ledger']])
  index.setFilter('')
  assert.equal(index.size.get(), 2)
})

test('idle sessions that wait for others are listed apart', () => {
  const { index, put } = boardWith(card('a', 'idle', { blocked_by: ['T-1'] }), card('b', 'idle'))
  assert.deepEqual(index.waiting.get(), ['a'])
  put(card('a', 'idle'))
  assert.deepEqual(index.waiting.get(), [])
  assert.deepEqual(index.columns.queued.get(), ['a', 'b'])
})
