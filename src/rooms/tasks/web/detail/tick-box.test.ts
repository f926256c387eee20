import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boxesOf } from './markdown-boxes.ts'
import { tickBox } from './tick-box.ts'

const rows: readonly (readonly [string, string, number, string | null])[] = [
  ['the first', '- [ ] a\n- [ ] b', 0, '- [x] a\n- [ ] b'],
  ['one that is ticked', '- [ ] a\n- [X] b', 1, '- [ ] a\n- [ ] b'],
  ['one below another', '1. [ ] a\n   - [x] b\n   - [ ] c\n2. [ ] d', 2, '1. [ ] a\n   - [x] b\n   - [x] c\n2. [ ] d'],
  ['one after code that looks like one', '```\n- [ ] no\n```\n\n- [ ] a', 0, '```\n- [ ] no\n```\n\n- [x] a'],
  [
    'one after words in brackets',
    'See [x] and `- [ ] y`.\n\n* [ ] a [ ] b',
    0,
    'See [x] and `- [ ] y`.\n\n* [x] a [ ] b',
  ],
  ['one of a quote', '> - [ ] a', 0, '> - [x] a'],
  ['one that is not there', '- [ ] a', 1, null],
  ['none', 'text', 0, null],
]
for (const [name, text, index, expected] of rows) {
  test(`ticking ${name}`, () => assert.equal(tickBox(text, index, boxesOf), expected))
}
