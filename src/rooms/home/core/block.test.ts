import assert from 'node:assert/strict'
import { test } from 'node:test'
import { homeRowLimit, homeTextLimit, type BroughtRow } from '../contract.ts'
import { blockOf } from './block.ts'

const head = { id: 'ran', title: 'Ran', note: null }
const row = (id: string, text: string | null = null): BroughtRow => ({
  id,
  state: 'success',
  title: id,
  text,
  at: null,
  target: null,
})

test('a block without rows is left out', () => {
  assert.equal(blockOf({ ...head, rows: [] }), null)
})

test('a block carries its first rows and counts all of them', () => {
  const block = blockOf({ ...head, rows: Array.from({ length: 40 }, (_, at) => row(`r${at}`)) })
  assert.equal(block?.rows.length, homeRowLimit)
  assert.equal(block.rows[0]?.id, 'r0')
  assert.equal(block.total, 40)
})

test('texts become one short line', () => {
  const block = blockOf({ ...head, rows: [row('a', `one\n\n  two ${'x'.repeat(500)}`)] })
  assert.match(block?.rows[0]?.text ?? '', /^one two x+…$/)
  assert.equal(block?.rows[0]?.text?.length, homeTextLimit)
})
