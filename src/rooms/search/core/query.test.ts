import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findHits } from '#base/search-words.ts'
import { hasPhrases, indexedWords, parseQuery, searchedCharacters, wantedWords } from './query.ts'

const words: readonly (readonly [text: string, words: readonly string[], phrases?: readonly (readonly string[])[]])[] =
  [
    ['', []],
    ['Disk quota', ['disk', 'quota']],
    ['idempotency_key STO-231', ['idempotency', 'key', 'sto', '231']],
    ['disk disk DISK', ['disk']],
    ['“disk quota” full', ['full'], [['disk', 'quota']]],
    ['"disk quota', ['disk', 'quota']],
    [
      '"disk quota" "is full" now',
      ['now'],
      [
        ['disk', 'quota'],
        ['is', 'full'],
      ],
    ],
    ['"" " "', []],
    ['idempotency k', ['idempotency']],
    ['idempotency k ', ['idempotency', 'k']],
    ['phase 2', ['phase', '2']],
    ['k', ['k']],
    ['支付网关', ['支付', '付网', '网关']],
    ['支 Zürich', ['支', 'zurich']],
    ['Straße ﬁne', ['strasse', 'fine']],
    ['*^:(){}[]', []],
    ['\uD800', []],
  ]

for (const [text, wanted, phrases = []] of words) {
  test(`${JSON.stringify(text)} asks for ${JSON.stringify([wanted, phrases])}`, () => {
    assert.deepEqual(parseQuery(text), { words: wanted, phrases })
  })
}

test('a last letter is no word yet, unless it is all there is', () => {
  const cases = [
    ['disk k', ['disk']],
    ['disk "k"', ['disk'], [['k']]],
    ['disk é', ['disk']],
    ['disk_k', ['disk']],
    ['disk 密', ['disk', '密']],
    ['a b c', ['a', 'b']],
  ] as const
  for (const [text, found, phrases = []] of cases) assert.deepEqual(parseQuery(text), { words: found, phrases }, text)
})

test('sixteen words are enough of a query, however long it is', () => {
  const phrase = `"${Array.from({ length: 30 }, (_, index) => `p${index}`).join(' ')}"`
  assert.deepEqual(
    parseQuery(phrase).phrases.map((each) => each.length),
    [16],
  )
  assert.equal(parseQuery('"one two" '.repeat(30)).phrases.length, 16)
  const many = Array.from({ length: 100 }, (_, index) => `word${index}`).join(' ')
  assert.equal(wantedWords(parseQuery(many)).length, 16)
})

test('a document gives each word once, those of its title marked, and of a long text the beginning', () => {
  assert.equal(indexedWords({ title: 'Disk Quota', text: 'The disk is full, full.' }), '¶disk ¶quota the is full')
  const long = `${'x '.repeat(searchedCharacters)}late`
  assert.equal(indexedWords({ title: '', text: long }), 'x')
  assert.equal(indexedWords({ title: '', text: `first${'-'.repeat(searchedCharacters)}` }), 'first')
  const upTo = (characters: number) => indexedWords({ title: '', text: `${'-'.repeat(characters - 4)}last` })
  assert.deepEqual([upTo(searchedCharacters), upTo(searchedCharacters + 1)], ['last', 'las'])
})

test('signs that the plain form of a letter or number has are no part of a word', () => {
  assert.equal(indexedWords({ title: '⑴ first', text: '⒈ ﷺ ½' }), '¶1 ¶first 1 صلى الله عليه وسلم 1⁄2')
})

test('a phrase is its whole words in their order', () => {
  assert.equal(hasPhrases('no disk quota left', [['disk', 'quota']]), true)
  assert.equal(hasPhrases('no quota on the disk', [['disk', 'quota']]), false)
  assert.equal(hasPhrases('disk quotas', [['disk', 'quota']]), false)
  assert.equal(hasPhrases('left on the disk', [['disk', 'quota']]), false, 'cut off at the end')
  assert.equal(
    hasPhrases('disk quota full', [
      ['disk', 'quota'],
      ['is', 'full'],
    ]),
    false,
    'each of them',
  )
  assert.equal(hasPhrases('', []), true)
})

test('hits are marked where the words stand', () => {
  const marked = (text: string, wanted: readonly string[]) =>
    findHits(text, wanted).map(({ start, end }) => text.slice(start, end))
  assert.deepEqual(marked('Idempotency keys, keyed by a k', ['key', 'k']), ['keys', 'keyed', 'k'])
  assert.deepEqual(marked('an idempotency_key, a disk quota', ['idem', 'key', 'disk', 'quo']), [
    'idempotency_key',
    'disk quota',
  ])
  assert.deepEqual(marked('Zürich, ZU\u0308RICH', ['zuri']), ['Zürich', 'ZU\u0308RICH'])
  assert.deepEqual(marked('支付网关的密钥', ['网关', '密钥']), ['网关', '密钥'])
})
