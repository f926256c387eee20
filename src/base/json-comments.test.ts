import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blankComments } from './json-comments.ts'
import { insertEntry, removeEntry } from './json-edit.ts'
import { membersOf, rootOf } from './json-spans.ts'

test('comments become blanks, texts stay', () => {
  const text = '{ // one\n "a//b": "/* no */", /* two\n */ "c": 1 }'
  const blanked = blankComments(text)
  assert.equal(blanked.length, text.length)
  assert.deepEqual(JSON.parse(blanked), { 'a//b': '/* no */', c: 1 })
})

const layout = { indent: '  ', newline: '\n' } as const
const commented: readonly string[] = [
  '{\n  // the model\n  "model": "pro" // the big one\n}\n',
  '{\n  /* first */\n  "a": 1, // one\n  // before b\n  "b": { "c": [ 1, /* in */ 2 ] } /* last */\n  // at the end\n}\n',
  '{ // nothing\n}\n',
  '{}// behind',
  '{"url":"http://x", "b":/**/1}',
]

for (const text of commented) {
  test(`an entry goes in and out of ${JSON.stringify(text)} without a trace`, () => {
    const span = rootOf(text)
    const entries = membersOf(text, span)
    const inserted = insertEntry(text, { span, entries, depth: 0 }, { text: '"ours": {"x": 1}', layout })
    assert.deepEqual(Object(JSON.parse(blankComments(inserted))).ours, { x: 1 })
    const now = { span: rootOf(inserted), entries: membersOf(inserted, rootOf(inserted)) }
    assert.equal(removeEntry(inserted, now, entries.length), text)
  })
}

test('a comment that somebody wrote beside ours meanwhile stays', () => {
  const before = '{\n  "a": 1,\n  // mine\n  "ours": 2, // also mine\n  "b": 3\n}'
  const ours = { span: rootOf(before), entries: membersOf(before, rootOf(before)) }
  const after = removeEntry(before, ours, 1)
  assert.deepEqual(JSON.parse(blankComments(after)), { a: 1, b: 3 })
  assert.match(after, /\/\/ mine\n[^]*also mine/)
})
