import assert from 'node:assert/strict'
import { test } from 'node:test'
import { callsAmong, sayCalls, type CardNews } from './news.ts'

const facts = (state: string) => ({ state, needsSinceMs: state === 'failed' || state === 'blocked' ? 1 : null })
const news = (before: string | null, after: string | null, isAnswered = () => false): CardNews => ({
  before: before === null ? null : facts(before),
  after: after === null ? null : facts(after),
  name: 'Fix',
  isAnswered,
})

test('a card is told when it begins to need a person, and only then', () => {
  const told = (...[before, after]: [string | null, string | null]) =>
    callsAmong([news(before, after)]).map(({ name, state }) => `${name} ${state}`)
  assert.deepEqual(told('running', 'failed'), ['Fix failed'])
  assert.deepEqual(told('blocked', 'failed'), ['Fix failed'])
  assert.deepEqual(told('failed', 'failed'), [])
  assert.deepEqual(told('failed', 'running'), [])
  assert.deepEqual(told(null, 'failed'), [])
  assert.deepEqual(told('failed', null), [])
})

test('nobody is told twice of a card for which another one calls', () => {
  assert.deepEqual(callsAmong([news('running', 'blocked', () => true)]), [])
})

test('up to three are told by name, more by number', () => {
  const calls = ['a', 'b', 'c', 'd'].map((name) => ({ name, state: 'blocked' }))
  const words = { plural: 'tasks', wordsOf: (state: string) => state.toUpperCase() }
  assert.equal(sayCalls(calls.slice(0, 3), words), 'a: BLOCKED. b: BLOCKED. c: BLOCKED')
  assert.equal(sayCalls(calls, words), '4 more tasks need you')
  assert.equal(sayCalls([], words), null)
})
