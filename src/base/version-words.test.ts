import assert from 'node:assert/strict'
import { test } from 'node:test'
import { versionWords } from './version-words.ts'

const rows: readonly (readonly [version: string | null, tried: string | null, words: string | null])[] = [
  [null, '2.0.0', null],
  ['2.0.0', null, '2.0.0'],
  ['2.0.0', '2.0.0', '2.0.0'],
  ['2.0.10', '2.0.9', '2.0.10'],
  ['1.9.12', '2.0.9', '1.9.12, older than what was tried (2.0.9)'],
  ['2.1', '2.0.9', '2.1'],
]

test('a version says whether it is older than the one that was tried', () => {
  for (const [version, tried, words] of rows) assert.equal(versionWords(version, tried), words)
})
