import assert from 'node:assert/strict'
import { test } from 'node:test'
import { comparePlaces } from './order.ts'

test('the rank comes before the time, the time before the id', () => {
  const places = [
    { rank: 1, key: 0, id: 'a' },
    { rank: 0, key: 9, id: 'c' },
    { rank: 0, key: 9, id: 'b' },
    { rank: 0, key: -9, id: 'z' },
  ]
  assert.deepEqual(
    places.toSorted(comparePlaces).map(({ id }) => id),
    ['z', 'b', 'c', 'a'],
  )
  assert.equal(comparePlaces({ rank: 0, key: 0, id: 'a' }, { rank: 0, key: 0, id: 'a' }), 0)
})
