import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstPart, withMore } from './kept-output.ts'

test('output that is followed grows up to its bound, then whole lines give way from the front', () => {
  const short = withMore({ raw: 'one\n', isCut: false }, 'two\n', 100)
  assert.deepEqual(short, { raw: 'one\ntwo\n', isCut: false })
  let kept = short
  for (let line = 0; line < 1000; line++) {
    kept = withMore(kept, `line ${line}\n`, 100)
    assert.ok(kept.raw.length <= 100)
    assert.match(kept.raw, /^(line|one)/)
  }
  assert.ok(kept.raw.endsWith('line 999\n') && kept.isCut)
  const endless = withMore({ raw: '', isCut: false }, 'x'.repeat(500), 100)
  assert.deepEqual(endless, { raw: 'x'.repeat(50), isCut: true })
})

test('a part that begins within a line begins with the next one', () => {
  assert.deepEqual(firstPart('rest\nwhole\n', true), { raw: 'whole\n', isCut: true })
  assert.deepEqual(firstPart('all of it\n', false), { raw: 'all of it\n', isCut: false })
  assert.deepEqual(firstPart('one line without an end', true), { raw: 'one line without an end', isCut: true })
})

test('a part that holds one line alone is shown with it, not as nothing', () => {
  assert.deepEqual(firstPart('one long line\n', true), { raw: 'one long line\n', isCut: true })
  assert.deepEqual(firstPart('\n', true), { raw: '\n', isCut: true })
})

test('a last line of one character is whole, too', () => {
  assert.deepEqual(firstPart('rest\n$', true), { raw: '$', isCut: true })
})
