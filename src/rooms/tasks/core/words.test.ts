import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { wordsOf } from './words.ts'

const texts = [
  ['Fix the LOGIN page', ' fix the login page'],
  ['re-open #42: a_b', ' re open 42 a b'],
  ['Öffnen, café, cafe\u0301, straße', ' offnen cafe cafe straße'],
  ['ΟΔΌΣ', ' οδόσ'],
  ['Ёлка й', ' ёлка й'],
  ['登录 page', ' 登录 page'],
  [' \n—…', ''],
] as const
for (const [text, expected] of texts)
  test(`the words of ${JSON.stringify(text)}`, () => assert.equal(wordsOf(text), expected))

/** What the index of SQLite makes of texts, by their place. */
function wordsInIndex(given: readonly string[]): string[] {
  using db = new DatabaseSync(':memory:')
  db.exec(`CREATE VIRTUAL TABLE texts USING fts5 (text, tokenize = 'unicode61 remove_diacritics 2')`)
  db.exec(`CREATE VIRTUAL TABLE words USING fts5vocab (texts, 'instance')`)
  const add = db.prepare('INSERT INTO texts (rowid, text) VALUES (?, ?)')
  for (const [place, text] of given.entries()) add.run(place, text)
  const found = given.map(() => '')
  const rows = db.prepare('SELECT doc, term FROM words ORDER BY doc, "offset"').all()
  for (const { doc, term } of rows) found[Number(doc)] += ` ${String(term)}`
  return found
}

// Letters, marks, signs and digits of every kind that people write with blanks, and what they write without.
const ranges = [
  [0x20, 0x377],
  [0x384, 0x527],
  [0x531, 0x587],
  [0x5d0, 0x604],
  [0x620, 0x6ff],
  [0x904, 0x97f],
  [0x10d0, 0x10fa],
  [0x1e00, 0x1fff],
  [0x2010, 0x2064],
  [0x2c60, 0x2cff],
  [0x3041, 0x30ff],
  [0x4e00, 0x4fff],
  [0xac00, 0xadff],
  [0xe000, 0xe010],
  [0xff01, 0xff5e],
  [0x1f600, 0x1f610],
] as const

/** Two letters with two accents each, which the index leaves as they are. */
const left = new Set([0x1e0, 0x1e1])

test('every character in the middle of a word ends it or is folded as in the index of SQLite', () => {
  const codes = ranges
    .flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, place) => from + place))
    .filter((code) => !left.has(code) && !/\p{Cn}/u.test(String.fromCodePoint(code)))
  const given = codes.map((code) => `x${String.fromCodePoint(code)}z`)
  const inIndex = wordsInIndex(given)
  const different = given.flatMap((text, place) => (wordsOf(text) === inIndex[place] ? [] : [[text, inIndex[place]]]))
  assert.deepEqual(different, [])
})
