import assert from 'node:assert/strict'
import { test } from 'node:test'
import { searchFor } from './search.ts'

const searches = [
  ['', { kind: 'all' }],
  ['  ', { kind: 'all' }],
  ['fix login', { kind: 'words', match: '"fix"* "login"*', phrases: ['% fix%', '% login%'] }],
  [
    'say "hi" OR NOT',
    { kind: 'words', match: '"say"* """hi"""* "OR"* "NOT"*', phrases: ['% say%', '% hi%', '% or%', '% not%'] },
  ],
  ['re-Öffnen', { kind: 'words', match: '"re-Öffnen"*', phrases: ['% re offnen%'] }],
  ['50% #', { kind: 'parts', like: [String.raw`%50\%%`, '%#%'] }],
  ['登录', { kind: 'parts', like: ['%登录%'] }],
] as const
for (const [text, expected] of searches) {
  test(`searching for ${JSON.stringify(text)}`, () => assert.deepEqual(searchFor(text), expected))
}
