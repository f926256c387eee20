import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withHeard } from './heard-text.ts'

const cases: readonly (readonly [what: string, before: string, heard: string, after: string, text: string])[] = [
  ['an empty field', '', 'go on', '', 'go on'],
  ['behind a word', 'Yes', 'go on', '', 'Yes go on'],
  ['behind a blank or a line', 'Yes,\n', ' go on ', '', 'Yes,\ngo on'],
  ['between words', 'Yes', 'please', 'go on', 'Yes please go on'],
  ['before a full stop', 'Yes', 'please', '.', 'Yes please.'],
  ['a full stop that was said', 'Yes', '. Go on', '', 'Yes. Go on'],
  ['within brackets', 'Yes (', 'please', ') go', 'Yes (please) go'],
  ['nothing', 'Yes', '  ', ' go', 'Yes go'],
  ['many blanks', '', 'go   on', '', 'go on'],
]
for (const [what, before, heard, after, text] of cases) {
  test(`heard: ${what}`, () => {
    const all = withHeard(before, heard, after)
    assert.equal(all.text, text)
    if (heard.trim() !== '') assert.ok(all.text.slice(0, all.caret).endsWith(heard.trim().replaceAll(/\s+/g, ' ')))
  })
}
