import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageOf, pageRequest } from './pages.ts'

const cursors: readonly (readonly [cursor: string | undefined, from: number | null | 'refused'])[] = [
  [undefined, null],
  ['0', 0],
  ['17', 17],
  ['9007199254740991', 9_007_199_254_740_991],
  ['9007199254740993', 'refused'],
  ['99999999999999999', 'refused'],
  ['', 'refused'],
  ['-1', 'refused'],
  ['1.5', 'refused'],
  ['0x1', 'refused'],
  [' 1', 'refused'],
]

for (const [cursor, from] of cursors) {
  test(`the cursor ${JSON.stringify(cursor)} is ${from === 'refused' ? from : `read as ${from}`}`, () => {
    const page = pageRequest({ limit: 2, cursor })
    if (from !== 'refused') assert.deepEqual(page, { ok: true, value: { limit: 2, from } })
    else assert.equal(page.ok ? null : page.error.details?.[0]?.field, 'cursor')
  })
}

test('a page ends at its limit, and the number of its last row goes on to the next, if there is one', () => {
  const rows = [{ seq: 9 }, { seq: 7 }, { seq: 4 }]
  const read = (limit: number, found = rows) => pageOf(found, { limit, from: null }, ({ seq }) => seq)
  assert.deepEqual(read(2), { rows: rows.slice(0, 2), next: '7' })
  assert.deepEqual(read(3), { rows, next: null })
  assert.deepEqual(read(3, []), { rows: [], next: null })
})
