// A time on the wire is what Date would write, whichever was written before it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { toIso } from './time.ts'

test('a time is written as Date writes it, in any order', () => {
  const times = [
    0,
    -1,
    -1000,
    999,
    1000,
    1001,
    1.7,
    -0.5,
    Date.UTC(2026, 10, 29, 11, 6, 52, 7),
    8.64e15,
    -8.64e15,
    253402300800000,
  ]
  for (const ms of [...times, ...times.toReversed()]) assert.equal(toIso(ms), new Date(ms).toISOString())
  const near = fc.integer({ min: 1_795_951_160_000, max: 1_795_951_164_000 })
  fc.assert(
    fc.property(fc.array(fc.oneof(near, fc.integer(), fc.double({ min: -8e15, max: 8e15, noNaN: true }))), (all) => {
      for (const ms of all) assert.equal(toIso(ms), new Date(ms).toISOString())
    }),
  )
})

test('what is no time is refused, as Date refuses it', () => {
  for (const ms of [Number.NaN, Number.POSITIVE_INFINITY, 8.65e15]) assert.throws(() => toIso(ms), RangeError)
  assert.equal(toIso(0), '1970-01-01T00:00:00.000Z')
})
