import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareRows, cursorOf, lowerOf, placeIn, readCursor, topOf } from './order.ts'

const at = '2026-11-20T10:00:00.000Z'
const later = '2026-11-20T10:00:00.001Z'

test('newest first, and of one moment the highest id first', () => {
  const rows = [
    { at, id: 'a:1' },
    { at: later, id: 'a:1' },
    { at, id: 'b:0' },
    { at, id: 'a:2' },
  ]
  assert.deepEqual(rows.toSorted(compareRows), [
    { at: later, id: 'a:1' },
    { at, id: 'b:0' },
    { at, id: 'a:2' },
    { at, id: 'a:1' },
  ])
})

test('a cursor is read as it was written, whatever an id holds', () => {
  for (const id of ['session:0000000000000007', 'step:5e0a/über % step_1', 'run:"x"&=?#']) {
    assert.deepEqual(readCursor(cursorOf({ at, id })), { at, id })
  }
})

test('what no page answered is no cursor', () => {
  for (const text of ['', '17', at, `${at}_`, `${at}_a:%E0%A4%A`, `2026-11-20_a:1`, `${at}_a 1`]) {
    assert.equal(readCursor(text), null, text)
  }
})

test('a place among all rows is one among the rows of each log', () => {
  const place = { at, id: 'task:5' }
  assert.deepEqual(placeIn('task', place), { at, key: '5' })
  assert.deepEqual(placeIn('run', place), { at, key: '~' }, 'rows of that moment in an earlier log follow')
  assert.deepEqual(placeIn('triage', place), { at, key: '' }, 'those of a later one were there already')
  assert.deepEqual(placeIn('task', topOf(null)), { at: '~', key: '~' })
  assert.deepEqual(placeIn('task', topOf(at)), { at, key: '~' }, 'until is inclusive')
})

test('of two places the lower one is before both', () => {
  const one = { at, id: 'a:1' }
  assert.deepEqual(lowerOf(one, topOf(null)), one)
  assert.deepEqual(lowerOf(topOf(at), { at: later, id: 'a:1' }), topOf(at))
  assert.deepEqual(lowerOf({ at, id: 'b:1' }, one), one)
})
