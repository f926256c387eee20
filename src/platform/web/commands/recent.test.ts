import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recentFirst, withLatest } from './recent.ts'

const items = ['a', 'b', 'c', 'd'].map((id) => ({ id }))
const ids = (recent: readonly string[]) => recentFirst(items, recent).map(({ id }) => id)

test('what was run lately stands first, the latest in front', () => {
  assert.deepEqual(ids(['c', 'a', 'gone']), ['c', 'a', 'b', 'd'])
  assert.deepEqual(ids([]), ['a', 'b', 'c', 'd'])
})

test('each is remembered once, and thirty at most', () => {
  assert.deepEqual(withLatest(['a', 'b', 'c'], 'b'), ['b', 'a', 'c'])
  const many = Array.from({ length: 40 }, (_, number) => `n${number}`)
  assert.deepEqual([withLatest(many, 'x').length, withLatest(many, 'x')[0]], [30, 'x'])
})
