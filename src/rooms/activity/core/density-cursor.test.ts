// Moves over the bars, what a touch means, and what is told of where one stands.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ActivityDensity } from '../contract.ts'
import { cursorAt, moveCursor, tellCursor, type BarCursor, type BarMove } from './density-cursor.ts'

const hour = (number: number): string => `2026-11-20T${String(number).padStart(2, '0')}:00:00.000Z`
const day: ActivityDensity = {
  since: hour(0),
  until: '2026-11-20T09:30:00.000Z',
  step: 'hour',
  parts: [
    { at: hour(0), rows: 100, failures: 0 },
    { at: hour(5), rows: 50, failures: 10 },
    { at: hour(9), rows: 1, failures: 1 },
  ],
  is_complete: true,
}
const on = (at: number, anchor = at): BarCursor => ({ at: hour(at), anchor: hour(anchor) })

test('keys go from bar to bar, stop at the ends and begin at the newest', () => {
  const cases: readonly (readonly [BarCursor | null, BarMove, boolean, BarCursor])[] = [
    [null, 'before', false, on(9)],
    [null, 'after', false, on(9)],
    [null, 'first', true, on(0)],
    [on(9), 'before', false, on(5)],
    [on(9), 'after', false, on(9)],
    [on(5), 'before', true, on(0, 5)],
    [on(0, 5), 'after', true, on(5)],
    [on(0, 5), 'after', false, on(5)],
    [on(5), 'last', true, on(9, 5)],
    // The bar is gone: it is left for the one that came after it.
    [on(4), 'after', false, on(9)],
    [on(4), 'before', false, on(0)],
  ]
  for (const [from, move, isWider, expected] of cases)
    assert.deepEqual(moveCursor(day, from, { move, isWider }), expected, `${JSON.stringify(from)} ${move}`)
  assert.equal(moveCursor({ parts: [] }, null, { move: 'before', isWider: false }), null)
})

test('a finger takes the nearest bar', () => {
  for (const [share, bar] of [
    [0, 0],
    [0.3, 0],
    [0.4, 5],
    [0.99, 9],
  ] as const)
    assert.deepEqual(cursorAt(day, share), on(bar), String(share))
  assert.equal(cursorAt({ ...day, parts: [] }, 0.5), null)
})

test('its time and its rows are told, up to the end of the picture', () => {
  const ms = (iso: string): number => Date.parse(iso)
  assert.deepEqual(tellCursor(day, on(5)), { fromMs: ms(hour(5)), toMs: ms(hour(6)), rows: 50, failures: 10 })
  assert.deepEqual(tellCursor(day, on(0, 5)), { fromMs: ms(hour(0)), toMs: ms(hour(6)), rows: 150, failures: 10 })
  assert.deepEqual(tellCursor(day, on(9)), { fromMs: ms(hour(9)), toMs: ms(day.until), rows: 1, failures: 1 })
})
