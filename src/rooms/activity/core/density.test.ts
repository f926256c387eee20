import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cutSpan, piecesOf, toDensity } from './density.ts'

const now = '2026-11-20T10:17:30.000Z'
const nowMs = Date.parse(now)

test('a span is cut into minutes, tens of minutes, hours or days, by its length', () => {
  const cases = [
    ['2026-11-20T09:17:30.000Z', 'minute', '2026-11-20T09:17:00.000Z'],
    [null, 'ten_minutes', '2026-11-19T10:10:00.000Z'],
    ['2026-11-13T10:17:30.000Z', 'hour', '2026-11-13T10:00:00.000Z'],
    ['2026-10-20T10:17:30.000Z', 'day', '2026-10-20T00:00:00.000Z'],
    ['1999-01-01T00:00:00.000Z', 'day', '2025-11-19T00:00:00.000Z'],
    ['2027-01-01T00:00:00.000Z', 'minute', '2026-11-20T10:17:00.000Z'],
  ] as const
  for (const [since, step, begin] of cases) {
    const cut = cutSpan(since, null, nowMs)
    assert.deepEqual([cut.step, new Date(cut.sinceMs).toISOString()], [step, begin], since ?? 'nothing said')
  }
})

test('the pieces of a span follow each other, and end with the moment that was asked for', () => {
  for (const since of ['2026-11-20T09:17:30.000Z', null, '2026-11-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', now]) {
    const cut = cutSpan(since, null, nowMs)
    const pieces = [...piecesOf(cut)]
    assert.equal(pieces[0]?.from, new Date(cut.sinceMs).toISOString())
    assert.equal(pieces.at(-1)?.to, new Date(nowMs + 1).toISOString())
    for (const [index, piece] of pieces.entries()) if (index > 0) assert.equal(piece.from, pieces[index - 1]?.to)
    assert.ok(pieces.length <= 13, `${pieces.length} pieces`)
  }
})

test('counts stand in the order of time, with the failures among them', () => {
  const rows = new Map([
    ['2026-11-20T10:1', 5],
    ['2026-11-20T09:5', 2],
  ])
  const { parts } = toDensity(cutSpan(null, null, nowMs), rows, new Map([['2026-11-20T10:1', 1]]))
  assert.deepEqual(parts, [
    { at: '2026-11-20T09:50:00.000Z', rows: 2, failures: 0 },
    { at: '2026-11-20T10:10:00.000Z', rows: 5, failures: 1 },
  ])
  const days = toDensity(cutSpan('2026-10-01T00:00:00.000Z', null, nowMs), new Map([['2026-11-19', 1]]), new Map())
  assert.equal(days.parts[0]?.at, '2026-11-19T00:00:00.000Z')
})

test('a step is taken as long as a span has no more than 180 of its parts', () => {
  const cases = [
    [180, 'minute'],
    [180.01, 'ten_minutes'],
    [1800, 'ten_minutes'],
    [1801, 'hour'],
    [180 * 60, 'hour'],
    [180 * 60 + 1, 'day'],
  ] as const
  for (const [minutes, step] of cases) {
    const since = new Date(nowMs - minutes * 60_000).toISOString()
    assert.equal(cutSpan(since, null, nowMs).step, step, `${minutes} minutes`)
  }
})

test('a span ends where it is said to, and begins a day before that where nothing else is said', () => {
  const cut = cutSpan(null, '2026-11-10T12:00:00.000Z', nowMs)
  assert.deepEqual(
    [cut.sinceMs, cut.untilMs, cut.stepMs],
    [Date.parse('2026-11-09T12:00:00.000Z'), Date.parse('2026-11-10T12:00:00.000Z'), 600_000],
  )
  assert.deepEqual(
    ['2026-11-20T10:17', '2026-11-20T10:1', '2026-11-20T10', '2026-11-20'],
    [60, 24 * 60, 7 * 24 * 60, 30 * 24 * 60].map((minutes) => {
      const { characters } = cutSpan(new Date(nowMs - minutes * 60_000).toISOString(), null, nowMs)
      return now.slice(0, characters)
    }),
  )
})

test('a span has few pieces, each of whole parts, and none of them is empty', () => {
  for (const minutes of [1, 12, 13, 60, 180, 1000, 5000, 50_000]) {
    const cut = cutSpan(new Date(nowMs - minutes * 60_000).toISOString(), null, nowMs)
    const pieces = [...piecesOf(cut)]
    assert.ok(pieces.length <= 13, `${pieces.length} pieces`)
    for (const { from, to, characters } of pieces) {
      assert.ok(from < to)
      assert.equal((Date.parse(from) - cut.sinceMs) % cut.stepMs, 0)
      assert.equal(characters, cut.characters)
    }
  }
  assert.equal([...piecesOf(cutSpan(new Date(nowMs - 12 * 60_000).toISOString(), null, nowMs))].length, 7)
})

test('a part without a failure has none, and equal times keep their order', () => {
  const { since, until, step, parts } = toDensity(
    cutSpan(null, null, nowMs),
    new Map([['2026-11-20T10:1', 1]]),
    new Map(),
  )
  assert.deepEqual([since, until, step, parts[0]?.failures], ['2026-11-19T10:10:00.000Z', now, 'ten_minutes', 0])
})
