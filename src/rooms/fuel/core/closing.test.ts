import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ClosedUsage, UsedTokens } from '../contract.ts'
import { close, copiedTo, countedIn, type CountedConversation } from './closing.ts'

const tokens = (input: number, output: number) => ({ input, output, cache_read: 0, cache_write: 0 })
const counted = (conversation: CountedConversation, [input, output, cost]: readonly [number, number, number?]) =>
  countedIn(conversation, 'm', { before: null, now: { ...tokens(input, output), cost: cost ?? null } })
const closing = (input: number, output: number, cost: number | null = null): ClosedUsage => ({
  kind: 'closed',
  key: 'k',
  at: 0,
  conversation: 'c',
  chain: '1',
  models: [{ model: 'm', ...tokens(input, output), cost_usd: cost }],
})
const copy = (input: number, output: number): UsedTokens => ({
  kind: 'used',
  key: 'k',
  at: 0,
  conversation: 'c',
  model: 'm',
  ...tokens(input, output),
  cost_usd: null,
  is_copy: true,
})
const left = (remainders: ReturnType<typeof close>['remainders']) =>
  remainders.map(({ input, output, cost }) => [input, output, cost])

test('a closing counts what the program asked for itself', () => {
  const { remainders } = close(counted({}, [11, 7]), closing(44, 28), null)
  assert.deepEqual(left(remainders), [[33, 21, null]])
})

test('the closing of a conversation that was taken up again goes on from the one before', () => {
  const first = close(counted({}, [22, 14]), closing(22, 14), null)
  assert.deepEqual(first.remainders, [])
  const second = close(counted(first.conversation, [11, 7]), closing(33, 21), null)
  assert.deepEqual(second.remainders, [])
})

test('a conversation that was made from another one goes on from that', () => {
  const parent = close(counted({}, [22, 14]), closing(55, 35), null)
  assert.deepEqual(left(parent.remainders), [[33, 21, null]])
  const fork = close(counted(copiedTo({}, copy(22, 14)), [11, 7]), closing(66, 42), parent.conversation)
  assert.deepEqual(fork.remainders, [])
  const ofUnknown = close(counted(copiedTo({}, copy(22, 14)), [11, 7]), closing(33, 21), null)
  assert.deepEqual(ofUnknown.remainders, [])
})

test('what was killed before its end is in no closing, and stays counted', () => {
  const first = close(counted({}, [20, 10]), closing(20, 10), null)
  const killed = counted(first.conversation, [100, 50])
  const resumed = close(counted(killed, [5, 5]), closing(25, 15), null)
  assert.deepEqual(resumed.remainders, [])
})

test('totals that began again are a closing of their own', () => {
  const first = close(counted({}, [20, 10]), closing(20, 10), null)
  const again = close(counted(first.conversation, [5, 5]), closing(8, 6), null)
  assert.deepEqual(left(again.remainders), [[3, 1, null]])
})

test('what the program says that it cost replaces what the table says', () => {
  const { remainders } = close(counted({}, [20, 10, 0.4]), closing(20, 10, 0.5), null)
  assert.equal(remainders.length, 1)
  assert.ok(Math.abs((remainders[0]?.cost ?? 0) - 0.1) < 1e-12)
})

test('an answer that grew is counted once', () => {
  const first = counted({}, [5, 1])
  const grown = countedIn(first, 'm', { before: { ...tokens(5, 1), cost: null }, now: { ...tokens(5, 9), cost: null } })
  assert.deepEqual(close(grown, closing(5, 9), null).remainders, [])
})
