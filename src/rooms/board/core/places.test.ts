import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assert as check, nat, property, string, tuple, uniqueArray } from 'fast-check'
import type { CardPlace } from './order.ts'
import { movePlace, noPlaces, sortPlaces } from './places.ts'

const places = uniqueArray(tuple(nat(2), nat(5), string({ minLength: 1, maxLength: 3 })), {
  selector: ([, , id]) => id,
}).map((rows) => rows.map(([rank, key, id]): CardPlace => ({ rank, key, id })))

const inserted = (all: readonly CardPlace[]) => all.reduce((list, place) => movePlace(list, undefined, place), noPlaces)

test('inserting one by one gives the sorted list, whatever the order of arrival', () => {
  check(property(places, (all) => assert.deepEqual(inserted(all), sortPlaces(all))))
})

test('removing takes out exactly the place that was inserted', () => {
  check(
    property(places, nat(), (all, pick) => {
      const gone = all[pick % Math.max(1, all.length)]
      if (gone === undefined) return
      const rest = all.filter((place) => place !== gone)
      assert.deepEqual(movePlace(inserted(all), gone, undefined), sortPlaces(rest))
      assert.deepEqual(movePlace(inserted(rest), gone, undefined), sortPlaces(rest))
    }),
  )
})

test('moving is taking out and putting in, and tells by its ids whether the order is another', () => {
  check(
    property(places, nat(), tuple(nat(2), nat(5)), (all, pick, [rank, key]) => {
      const from = all[pick % Math.max(1, all.length)]
      if (from === undefined) return
      const to = { ...from, rank, key }
      const before = sortPlaces(all)
      const after = movePlace(before, from, to)
      assert.deepEqual(after, sortPlaces(all.with(all.indexOf(from), to)))
      assert.equal(
        after.ids === before.ids,
        after.ids.every((id, index) => before.ids[index] === id),
      )
    }),
  )
})

test('sorting anew keeps the ids of what stood in this order', () => {
  check(
    property(places, (all) => {
      const before = sortPlaces(all)
      assert.equal(sortPlaces(all.toReversed(), before).ids, before.ids)
    }),
  )
})
