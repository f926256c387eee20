import assert from 'node:assert/strict'
import { test } from 'node:test'
import { letterSize } from './letters-fit.ts'

test('letters are as large as lets all columns in, and never too small to be read', () => {
  assert.equal(letterSize(1200, 80, 0.6), 13)
  assert.equal(letterSize(860, 160, 0.6), 8.5)
  assert.equal(letterSize(860, 300, 0.6), 8)
  assert.equal(letterSize(390, 160, 0.6), 9)
  assert.equal(letterSize(390, 40, 0.6), 11)
})
