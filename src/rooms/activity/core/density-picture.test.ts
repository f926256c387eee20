import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ActivityDensity } from '../contract.ts'
import { axisOf, barsOf, chosenShare, momentAt, sumOf, wordsOfDensity } from './density-picture.ts'

const day: ActivityDensity = {
  since: '2026-11-20T00:00:00.000Z',
  until: '2026-11-20T10:00:00.000Z',
  step: 'hour',
  parts: [
    { at: '2026-11-20T00:00:00.000Z', rows: 100, failures: 0 },
    { at: '2026-11-20T05:00:00.000Z', rows: 50, failures: 10 },
    { at: '2026-11-20T09:00:00.000Z', rows: 1, failures: 1 },
  ],
  is_complete: true,
}

test('bars stand at their time, the most as high as the picture, and what is little is still seen', () => {
  assert.deepEqual(
    barsOf(day).map(({ x, height, failed }) => [x, height, failed]),
    [
      [0, 1, 0],
      [0.5, 0.5, 0.1],
      [0.9, 0.06, 0.06],
    ],
  )
  assert.deepEqual(barsOf({ ...day, parts: [] }), [])
  const [bar] = barsOf(day)
  assert.ok(Math.abs((bar?.width ?? 0) - 0.075) < 1e-9, 'three quarters of a tenth')
})

test('a bar is as wide as its step is long', () => {
  const spans = [
    ['minute', '2026-11-20T00:10:00.000Z'],
    ['ten_minutes', '2026-11-20T01:40:00.000Z'],
    ['hour', '2026-11-20T10:00:00.000Z'],
    ['day', '2026-11-30T00:00:00.000Z'],
  ] as const
  for (const [step, until] of spans) {
    const [bar] = barsOf({ ...day, step, until })
    assert.ok(Math.abs((bar?.width ?? 0) - 0.075) < 1e-9, `${step}: ${bar?.width}`)
  }
})

test('a picture of one row has one whole bar, and a part that is no longer than a moment is none', () => {
  const one = barsOf({ ...day, parts: [{ at: day.since, rows: 1, failures: 1 }] })
  assert.deepEqual(
    one.map(({ height, failed }) => [height, failed]),
    [[1, 1]],
  )
  const none = barsOf({ ...day, parts: [{ at: day.since, rows: 0, failures: 0 }] })
  assert.deepEqual(
    none.map(({ height, failed }) => [height, failed]),
    [[0.06, 0]],
  )
  assert.equal(chosenShare(day, { since: day.since, until: day.since }), null)
  assert.equal(chosenShare(day, { since: day.since, until: null }), null)
  assert.equal(chosenShare(day, { since: null, until: day.until }), null)
})

test('a part is chosen by two dates, and cut to what the picture shows', () => {
  const cases = [
    [
      { since: '2026-11-20T05:00:00.000Z', until: '2026-11-20T06:00:00.000Z' },
      { from: 0.5, to: 0.6 },
    ],
    [
      { since: '2026-11-19T05:00:00.000Z', until: '2026-11-20T05:00:00.000Z' },
      { from: 0, to: 0.5 },
    ],
    [{ since: '2026-11-18T05:00:00.000Z', until: '2026-11-19T05:00:00.000Z' }, null],
    [{ since: '24h', until: null }, null],
    [{ since: null, until: null }, null],
  ] as const
  for (const [chosen, share] of cases) assert.deepEqual(chosenShare(day, chosen), share)
  assert.equal(momentAt(day, 0.5), Date.parse('2026-11-20T05:00:00.000Z'))
})

test('the axis names both ends, and the picture is told in words', () => {
  const axis = axisOf(day)
  assert.equal(axis.length, 9)
  assert.equal(axis[4], Date.parse('2026-11-20T05:00:00.000Z'))
  assert.deepEqual([axis[0], axis.at(-1)], [Date.parse(day.since), Date.parse(day.until)])
  assert.deepEqual(sumOf(day), { rows: 151, failures: 11 })
  assert.equal(wordsOfDensity(day, String), 'How much happened in an hour each: 151 in all, 11 failed or refused')
})
