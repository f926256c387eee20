import assert from 'node:assert/strict'
import { test } from 'node:test'
import { snippetOf } from './snippet.ts'

test('a line around the first hit begins with a word, and says where it was cut', () => {
  const far = `${'before '.repeat(20)}the disk is full`
  assert.equal(snippetOf('The disk is full', ['disk']), 'The disk is full')
  assert.match(snippetOf(far, ['disk']), /^…before .*the disk is full$/)
  assert.ok(snippetOf(far, ['disk']).length < 70)
  assert.match(snippetOf(`${'x'.repeat(100)}-disk`, ['disk']), /^…x{49}-disk$/)
})

test('what stands behind a blank line after the hit is another matter', () => {
  assert.equal(snippetOf('first\n\nthe disk\nis full\n\nmore of it', ['disk']), 'first the disk is full')
  assert.equal(snippetOf(`disk ${'word '.repeat(100)}`, ['disk']).length <= 180, true)
})

test('a text without a hit has none, and without words its beginning is not shown', () => {
  assert.equal(snippetOf('The disk is full', ['quota']), '')
  assert.equal(snippetOf('The disk is full', []), '')
})

test('a hit near the beginning is shown with all that stands before it, one further on with fifty characters', () => {
  const at = (position: number) => snippetOf(`${'y'.repeat(position - 1)} disk`, ['disk'])
  assert.equal(at(50), `${'y'.repeat(49)} disk`)
  assert.equal(at(51).startsWith('…'), true)
  const words = `${'ab '.repeat(30)}disk`
  assert.equal(snippetOf(words, ['disk']), `…${'ab '.repeat(16)}disk`)
})

test('two lines are shown, with a sign where more follows', () => {
  const long = snippetOf(`disk ${'word '.repeat(100)}`, ['disk'])
  assert.deepEqual([long.length, long.at(-1)], [180, '…'])
  const whole = `disk ${'w'.repeat(175)}`
  assert.equal(snippetOf(whole, ['disk']), whole)
  const blanks = `disk${' '.repeat(300)}end`
  assert.equal(snippetOf(blanks, ['disk']), 'disk end', 'blanks take no room')
})

test('a blank line before the hit is passed over, one after it ends the part', () => {
  assert.equal(snippetOf('a\n\nb disk c\n\nd', ['disk']), 'a b disk c')
  assert.equal(snippetOf(`${'z '.repeat(40)}\n\ndisk c\n\nd`, ['disk']).endsWith('z disk c'), true)
})
