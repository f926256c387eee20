import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shareRows, type WantedRows } from './fit.ts'

const want = (id: string, count: number, least = 2): WantedRows => ({ id, count, least, headPx: 50, rowPx: 50 })

test('the height is shared a row each in turn, the first ones first; none gets more than it has', () => {
  const rows: [string, readonly WantedRows[], number, Record<string, number>][] = [
    ['all fit', [want('a', 1), want('b', 3)], 1000, { a: 1, b: 3 }],
    ['the room is shared', [want('a', 9), want('b', 9)], 500, { a: 4, b: 4 }],
    ['the odd row is the first one’s', [want('a', 9), want('b', 9)], 450, { a: 4, b: 3 }],
    ['what one does not need the other has', [want('a', 1), want('b', 9)], 500, { a: 1, b: 7 }],
    ['the least is shown in no room, too', [want('a', 9), want('b', 9)], 100, { a: 2, b: 2 }],
    ['without rows there is no head', [want('a', 0), want('b', 9)], 200, { b: 3 }],
  ]
  for (const [what, wanted, room, expected] of rows) {
    assert.deepEqual(Object.fromEntries(shareRows(wanted, room)), expected, what)
  }
})
