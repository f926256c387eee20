import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { wellFormedJson } from './well-formed-json.ts'

const rows: [json: string, value: unknown][] = [
  [String.raw`"\ud800"`, '�'],
  [String.raw`"\uDFFF!"`, '�!'],
  [String.raw`"\ud83d\ude00"`, '😀'],
  [String.raw`"\uD83D\uDE00\ud83d"`, '😀�'],
  [String.raw`"\ud83d\ud83d\ude00"`, '�😀'],
  [String.raw`"\ude00\ud83d"`, '��'],
  [String.raw`"\\ud800"`, String.raw`\ud800`],
  [String.raw`"\\\ud800"`, '\\�'],
  [String.raw`"\n\u00e9\ud800\"\\"`, '\né�"\\'],
  [String.raw`{"a\udc00":["\ud800",{"b":"\udbff"}]}`, { 'a�': ['�', { b: '�' }] }],
  ['"plain 😀"', 'plain 😀'],
]
for (const [json, value] of rows) {
  test(`half characters in ${json} become U+FFFD, and nothing else changes`, () => {
    assert.deepEqual(JSON.parse(wellFormedJson(json)), value)
  })
}

test('any text comes out as UTF-8 gives it back', () => {
  const unit = fc.oneof(fc.integer({ min: 0xd7fe, max: 0xe001 }), fc.constantFrom(0x5c, 0x22, 0x75, 0x64, 0x38))
  const texts = fc.array(unit).map((units) => String.fromCharCode(...units))
  fc.assert(
    fc.property(texts, (text) => assert.equal(JSON.parse(wellFormedJson(JSON.stringify(text))), text.toWellFormed())),
  )
})

test('JSON nested deeper than a walk could go is read', () => {
  const deep = `${'['.repeat(100_000)}${String.raw`"\ud800"`}${']'.repeat(100_000)}`
  assert.ok(wellFormedJson(deep).includes(String.raw`"\ufffd"`))
})
