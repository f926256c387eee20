import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bothTexts, standingOf, type DraftStanding } from './description-draft.ts'

const draft = { text: 'mine', base: 'before', atMs: 0 }
const rows: readonly (readonly [string, Parameters<typeof standingOf>[0], string, DraftStanding])[] = [
  ['no draft', null, 'before', 'none'],
  ['the text that it began from still stands', draft, 'before', 'ahead'],
  ['somebody changed it meanwhile', draft, 'theirs', 'conflict'],
  ['somebody wrote the same meanwhile', draft, 'mine', 'none'],
]
for (const [name, given, text, standing] of rows) {
  test(`a description where ${name} is ${standing}`, () => assert.equal(standingOf(given, text), standing))
}

test('both texts stand apart', () => assert.equal(bothTexts('theirs\n', '\nmine\n'), 'theirs\n\nmine\n'))
