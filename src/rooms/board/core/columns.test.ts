import assert from 'node:assert/strict'
import { test } from 'node:test'
import { columns, titleOfColumn } from './columns.ts'

test('the columns are Queued, Active and Review, from left to right', () => {
  assert.deepEqual(
    columns.map(({ id }) => titleOfColumn(id)),
    ['Queued', 'Active', 'Review'],
  )
})
