import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assert as check, nat, property, string, tuple, uniqueArray } from 'fast-check'
import type { CardPlace } from './order.ts'
import { insertPlace, removePlace, sortPlaces, type CardPlaces } from './places.ts'

const places = uniqueArray(tuple(nat(2), nat(5), string({ minLength: 1, maxLength: 3 })), {
  selector: ([, , id]) => id,
}).map((rows) => rows.map(([rank, key, id]): CardPlace => ({ rank, key, id })))

const inserted = (all: readonly CardPlace[]) => all.reduce<CardPlaces>((list, place) => insertPlace(list, place), [])

test('inserting one by one gives the sorted list, whatever the order of arrival', () => {
  check(property(places, (all) => assert.deepEqual(inserted(all), sortPlaces(all))))
})

test('removing takes out exactly the place that was inserted', () => {
  check(
    property(places, nat(), (all, pick) => {
      const gone = all[pick % Math.max(1, all.length)]
      if (gone === undefined) return
      const rest = all.filter((place) => place !== gone)
      assert.deepEqual(removePlace(inserted(all), gone), sortPlaces(rest))
      assert.deepEqual(removePlace(inserted(rest), gone), sortPlaces(rest))
    }),
  )
})
