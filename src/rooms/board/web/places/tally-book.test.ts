import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TallyBook } from './tally-book.ts'

type Column = 'active' | 'review'

test('cards are counted where they last stood, and states without a card are left out', () => {
  const book = new TallyBook<Column>()
  const [running, claimed] = [
    { column: 'active', state: 'running' },
    { column: 'active', state: 'claimed' },
  ] as const
  book.move(null, running)
  book.move(null, running)
  book.move(running, { ...running })
  book.move(null, claimed)
  assert.deepEqual(book.tallyOf('active'), { running: 2, claimed: 1 })
  book.move(running, { column: 'review', state: 'failed' })
  book.move(claimed, { column: null, state: 'done' })
  book.move(null, { column: null, state: 'done' })
  book.move(null, null)
  assert.deepEqual(book.tallyOf('active'), { running: 1 })
  assert.deepEqual(book.tallyOf('review'), { failed: 1 })
  book.clear()
  assert.deepEqual(book.tallyOf('review'), {})
})
