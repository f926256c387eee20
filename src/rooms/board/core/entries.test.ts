import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CardFacts, PlanPlace } from '../contract.ts'
import { entryOf, placeIn, type CardAtHand } from './entries.ts'
import { noFilter, type BoardFilter } from './filter.ts'

const order = { rank: 3, key: 7 }
const plain: CardFacts = {
  state: 'running',
  column: 'active',
  order,
  needsSinceMs: null,
  lists: [],
  task: null,
  head: null,
}
const inE: PlanPlace = { lane: 'E', type: 'task', priority: 'P3', texts: () => ['Checkout'] }

function card(facts: Partial<CardFacts>, given: Partial<CardAtHand> = {}): CardAtHand {
  return {
    key: 'k',
    facts: { ...plain, ...facts },
    plan: null,
    isAnswered: () => false,
    texts: () => ['own words'],
    ...given,
  }
}

function listsOf(at: CardAtHand, filter: Partial<BoardFilter> = {}): string[] {
  const { lists, head } = entryOf(at, { ...noFilter, ...filter })
  return [...lists, ...(head === null ? [] : ['heads'])].toSorted()
}

test('a card stands in its column, in the lane of its task, and in the lists that it names', () => {
  assert.deepEqual(listsOf(card({ lists: ['running'] })), ['/active', 'active', 'running'])
  assert.deepEqual(listsOf(card({}, { plan: inE })), ['E/active', 'active'])
  assert.deepEqual(listsOf(card({ column: null }, { plan: inE })), [])
  assert.deepEqual(placeIn(entryOf(card({ lists: ['waiting'] }), noFilter), 'waiting'), { rank: 3, key: 7, id: 'k' })
  assert.deepEqual(placeIn(entryOf(card({}), noFilter), 'active'), { rank: 3, key: 7, id: 'k' })
})

const epic = (isCard: boolean) => ({ lane: 'E', order: { rank: 1, key: 2 }, isCard })
const ofEpic: PlanPlace = { ...inE, type: 'epic' }

test('the head of a lane is a card only where it says so, or where its type is asked for', () => {
  assert.deepEqual(listsOf(card({ head: epic(false) }, { plan: ofEpic })), ['heads'])
  assert.deepEqual(listsOf(card({ head: epic(true) }, { plan: ofEpic })), ['E/active', 'active', 'heads'])
  assert.deepEqual(listsOf(card({ head: epic(false) }, { plan: ofEpic }), { type: 'epic' }), [
    'E/active',
    'active',
    'heads',
  ])
  assert.deepEqual(listsOf(card({ head: epic(false) }, { plan: ofEpic }), { type: 'task' }), ['heads'])
  assert.deepEqual(listsOf(card({ head: epic(false) })), ['heads'])
  const heads = placeIn(entryOf(card({ head: epic(false) }, { plan: ofEpic }), noFilter), 'heads')
  assert.deepEqual(heads, { rank: 1, key: 2, id: 'E' })
})

test('filters hide cards from columns and lanes, never from what runs', () => {
  const both = ['E/active', 'active', 'running']
  const neither = ['running']
  const rows: [Partial<BoardFilter>, string[]][] = [
    [{ type: 'task' }, both],
    [{ type: 'story' }, neither],
    [{ priority: 'P3' }, both],
    [{ priority: 'P1' }, neither],
    [{ needsOnly: true }, both],
    [{ words: ['own'] }, both],
    [{ words: ['own', 'checkout'] }, both],
    [{ words: ['other'] }, neither],
  ]
  const at = card({ needsSinceMs: 1, lists: ['running'] }, { plan: inE })
  for (const [filter, expected] of rows) assert.deepEqual(listsOf(at, filter), expected, JSON.stringify(filter))
  assert.deepEqual(listsOf(card({}), { needsOnly: true }), [])
  assert.deepEqual(listsOf(card({ needsSinceMs: 1 }, { isAnswered: () => true }), { needsOnly: true }), [])
})
