import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keepPlaces } from './keep-places.ts'

type Row = readonly [id: string, text: string]
const keyOf = ([id]: Row): string => id
const a: Row = ['a', 'old']
const b: Row = ['b', 'old']

test('rows stay in their places with their news; what is new waits, and what is gone stays as it was', () => {
  const rows: [string, readonly Row[], readonly Row[], readonly Row[]][] = [
    ['nothing changed', [a, b], [a, b], [a, b]],
    ['changed in place', [a, b], [a, ['b', 'new']], [a, ['b', 'new']]],
    ['another order', [a, b], [b, a], [a, b]],
    ['one on top', [a, b], [['c', 'new'], a, b], [a, b]],
    ['one is gone', [a, b], [b], [a, b]],
    ['nothing was shown', [], [a], []],
  ]
  for (const [what, shown, next, expected] of rows) assert.deepEqual(keepPlaces(shown, next, keyOf), expected, what)
})
