import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TallyBook } from './tally-book.ts'

type Column = 'active' | 'review'

test('cards are counted where they last stood, and states without a card are left out', () => {
  const book = new TallyBook<Column>()
  book.note('a', { column: 'active', state: 'running' })
  book.note('b', { column: 'active', state: 'running' })
  book.note('b', { column: 'active', state: 'running' })
  book.note('c', { column: 'active', state: 'claimed' })
  assert.deepEqual(book.tallyOf('active'), { running: 2, claimed: 1 })
  book.note('a', { column: 'review', state: 'failed' })
  book.note('c', null)
  book.note('never seen', null)
  assert.deepEqual(book.tallyOf('active'), { running: 1 })
  assert.deepEqual(book.tallyOf('review'), { failed: 1 })
  book.clear()
  assert.deepEqual(book.tallyOf('review'), {})
})
