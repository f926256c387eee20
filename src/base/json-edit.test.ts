import assert from 'node:assert/strict'
import { test } from 'node:test'
import { insertEntry, layoutOf, removeEntry, render } from './json-edit.ts'
import { itemsOf, membersOf, rootOf } from './json-spans.ts'

/** A text, and the same with the member `"z": [1]` inserted. */
const insertions: [string, string, string][] = [
  ['an empty object', '{}', '{\n  "z": [\n    1\n  ]\n}'],
  ['an empty object with blanks', '{ \n}', '{"z": [\n    1\n  ] \n}'],
  ['one line', '{"a":1}', '{"a":1,"z":[1]}'],
  ['one line with blanks', '{ "a": 1, "b": 2 }\n', '{ "a": 1, "b": 2, "z":[1] }\n'],
  ['two spaces', '{\n  "a": 1\n}\n', '{\n  "a": 1,\n  "z": [\n    1\n  ]\n}\n'],
  ['four spaces', '{\n    "a": {}\n}', '{\n    "a": {},\n    "z": [\n        1\n    ]\n}'],
  ['tabs', '{\n\t"a": 1\n}', '{\n\t"a": 1,\n\t"z": [\n\t\t1\n\t]\n}'],
  ['Windows line ends', '{\r\n  "a": 1\r\n}\r\n', '{\r\n  "a": 1,\r\n  "z": [\r\n    1\r\n  ]\r\n}\r\n'],
  ['commas first', '{ "a": 1\n, "b": 2\n}', '{ "a": 1\n, "b": 2,\n "z": [\n    1\n  ]\n}'],
  ['a byte order mark', '\ufeff{"a":"}"}', '\ufeff{"a":"}","z":[1]}'],
]

for (const [name, text, expected] of insertions) {
  test(`an insertion into a text with ${name} fits in and can be taken back`, () => {
    const layout = layoutOf(text)
    const span = rootOf(text)
    const value = render([1], 1, layout)
    const entry = { text: layout.indent === null ? `"z":${value}` : `"z": ${value}`, layout }
    const inserted = insertEntry(text, { span, entries: membersOf(text, span), depth: 0 }, entry)
    assert.equal(inserted, expected)
    const entries = membersOf(inserted, rootOf(inserted))
    assert.equal(removeEntry(inserted, { span: rootOf(inserted), entries }, entries.length - 1), text)
  })
}

test('removing from the front, the middle and the end leaves the rest as it was', () => {
  const text = '[ 1 ,\n 2 , [3] ]'
  const without = (index: number): string =>
    removeEntry(text, { span: rootOf(text), entries: itemsOf(text, rootOf(text)) }, index)
  assert.equal(without(0), '[ 2 , [3] ]')
  assert.equal(without(1), '[ 1 , [3] ]')
  assert.equal(without(2), '[ 1 ,\n 2 ]')
})

test('names and texts with quotes, backslashes and brackets do not confuse the search', () => {
  const text = String.raw`{"a\"}":"\\","b":["]\\\"",{"c":"{"}],"__proto__":-1.5e3}`
  const found = membersOf(text, rootOf(text)).map(({ key, value }) => [key, text.slice(value.start, value.end)])
  assert.deepEqual(found, [
    ['a"}', String.raw`"\\"`],
    ['b', String.raw`["]\\\"",{"c":"{"}]`],
    ['__proto__', '-1.5e3'],
  ])
})

test('nesting of any depth is skipped', () => {
  const deep = '['.repeat(100_000) + ']'.repeat(100_000)
  const text = `{"a":${deep},"b":1}`
  assert.deepEqual(
    membersOf(text, rootOf(text)).map((member) => member.key),
    ['a', 'b'],
  )
})
