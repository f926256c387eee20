import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nextMoves, type OnStage } from './direct.ts'

const minuteMs = 60_000

const on = (id: string, state: OnStage['state'], minutes = 1): OnStage => ({
  id,
  state,
  tmux_session: `agent-${id}`,
  forMs: minutes * minuteMs,
})
const many = (count: number, state: OnStage['state']) =>
  Array.from({ length: count }, (_, at) => on(`${at}`, state, at))
const moves = (sessions: readonly OnStage[], looks = 0) => nextMoves({ looks, launched: 3, sessions })

test('an empty stage gets its next part, a full one none', () => {
  assert.deepEqual(moves([]), [{ do: 'launch', part: 3 }])
  assert.deepEqual(moves(many(7, 'running')), [])
  assert.deepEqual(moves([...many(6, 'running'), on('x', 'idle')]), [{ do: 'launch', part: 3 }])
})

test('whoever waits for minutes is answered, and not sooner', () => {
  const full = many(6, 'running')
  assert.deepEqual(moves([...full, on('asks', 'awaiting_review', 3)]), [])
  assert.deepEqual(moves([...full, on('asks', 'awaiting_review', 5)]), [{ do: 'answer', id: 'asks' }])
})

test('of those that are over the oldest go', () => {
  const all = [...many(7, 'running'), ...many(7, 'completed')]
  assert.deepEqual(moves(all), [
    { do: 'dismiss', id: '6' },
    { do: 'dismiss', id: '5' },
  ])
})

test('news come before triage reads them, each in its turn', () => {
  const kinds = Array.from({ length: 28 }, (_, looks) => moves(many(7, 'running'), looks).map((move) => move.do)).flat()
  assert.deepEqual(kinds, ['tell_news', 'tell_news', 'triage', 'tell_news', 'tell_news', 'triage'])
})
