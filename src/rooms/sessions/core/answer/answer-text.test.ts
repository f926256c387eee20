import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerLimit } from '../../contract/answer.ts'
import { cleanAnswer } from './answer-text.ts'

const kept: readonly (readonly [what: string, given: string, typed: string])[] = [
  ['lines, tabs, quotes and what a shell would expand', 'a\n\tb "c" $(id) `d` ;', 'a\n\tb "c" $(id) `d` ;'],
  ['letters of every script and emoji', 'grüße 日本 👩‍🚀', 'grüße 日本 👩‍🚀'],
  ['the breaks of other systems as line feeds', 'a\r\nb\rc', 'a\nb\nc'],
  ['nothing that would press Enter at the end', 'yes \n\r\n', 'yes'],
  ['no mark that ends a paste', 'a\u001B[201~b', 'a[201~b'],
  ['no such mark of 8 bits', 'a\u009B201~b', 'a201~b'],
  ['no key at all', 'a\u0003\u0004\u0008\u007F\u0000b', 'ab'],
  ['no half of a character', 'a\uD83D', 'a\uFFFD'],
]
for (const [what, given, typed] of kept) {
  test(`of a text is typed: ${what}`, () => assert.deepEqual(cleanAnswer(given), { ok: true, value: typed }))
}

for (const given of ['', ' ', '\n', '\u001B', '\u0003\r\n']) {
  test(`${JSON.stringify(given)} is no text: Enter alone would accept whatever is open`, () => {
    const answer = cleanAnswer(given)
    assert.ok(!answer.ok)
    assert.equal(answer.error.error, 'invalid_request')
    assert.equal(answer.error.details?.[0]?.field, 'text')
  })
}

test('a text may have the limit and no more', () => {
  assert.ok(cleanAnswer('x'.repeat(answerLimit)).ok)
  const refused = cleanAnswer('x'.repeat(answerLimit + 1))
  assert.ok(!refused.ok)
  assert.match(refused.error.hint ?? '', /into a file/)
})
