import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedText, withShared } from './shared-text.ts'

const rows: readonly [what: string, given: Readonly<Record<string, string>>, text: string][] = [
  ['nothing', { q: 'x' }, ''],
  ['an address alone', { share_url: 'https://example.com/a' }, 'https://example.com/a'],
  [
    'all three',
    { share_title: 'Refunds', share_text: 'They fail', share_url: 'https://e.com' },
    'Refunds\nThey fail\nhttps://e.com',
  ],
  [
    'an address within the text',
    { share_text: 'See https://e.com/1 now', share_url: 'https://e.com/1' },
    'See https://e.com/1 now',
  ],
  ['a title that is the text', { share_title: 'Same', share_text: 'Same' }, 'Same'],
  ['blanks', { share_title: '  ', share_text: '\n a \n' }, 'a'],
  ['markup is text', { share_text: '<b>x</b>' }, '<b>x</b>'],
]

for (const [what, given, text] of rows) {
  test(`shared: ${what}`, () => {
    assert.equal(sharedText(`?${new URLSearchParams(given)}`), text)
  })
}

test('what is shared is bounded, and stands once behind what was being written', () => {
  assert.equal(sharedText(`?share_text=${'x'.repeat(50_000)}`).length, 10_000)
  assert.equal(withShared('', 'new'), 'new')
  assert.equal(withShared('half a thought ', 'new'), 'half a thought\n\nnew')
  assert.equal(withShared('half a thought\n\nnew', 'new'), 'half a thought\n\nnew')
})
