import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fts5Match, toTerms, tsqueryMatch } from './match.ts'
import { parseQuery } from './query.ts'

const termsOf = (text: string) => toTerms(parseQuery(text))

test('only what is quoted by us reaches the index, and a single letter is a whole word', () => {
  assert.deepEqual(termsOf('!?'), [])
  const terms = termsOf('NOT a OR')
  assert.deepEqual(fts5Match(terms), {
    anywhere: '("not"* OR "¶not"*) AND ("a" OR "¶a") AND ("or"* OR "¶or"*)',
    title: '"¶not"* AND "¶a" AND "¶or"*',
  })
  assert.deepEqual(tsqueryMatch(terms), {
    anywhere: "('not':* | '¶not':*) & ('a' | '¶a') & ('or':* | '¶or':*)",
    title: "'¶not':* & '¶a' & '¶or':*",
  })
})

test('a word of one letter is asked for whole, one character of a writing without blanks as a beginning', () => {
  assert.equal(fts5Match(termsOf('x y z ')).title, '"¶x" AND "¶y" AND "¶z"')
  assert.equal(fts5Match(termsOf('密')).title, '"¶密"*')
  assert.equal(fts5Match(termsOf('"disk quota"')).title, '"¶disk" AND "¶quota"')
})

test('a number in brackets is that number: its brackets are asked of no index', () => {
  assert.deepEqual(termsOf('⑴ "⒈"'), [
    { word: '1', isWhole: true },
    { word: '1', isWhole: true },
  ])
})
