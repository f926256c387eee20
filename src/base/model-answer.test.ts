// What is found in the text of an answer that no schema held.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jsonIn } from './model-answer.ts'

const spoken: readonly (readonly [string, unknown])[] = [
  ['{"a":1}', { a: 1 }],
  ['Sure!\n```json\n{"a":1}\n```\nDone, {name}.', { a: 1 }],
  ['Here it is: {"a":1} Anything else?', { a: 1 }],
  ['The list: [{"a":1},{"b":2}].', [{ a: 1 }, { b: 2 }]],
  ['{"a":1}\n{"b":2}', [{ a: 1 }, { b: 2 }]],
  ['<think>maybe {"b":2}</think>{"a":1}', { a: 1 }],
  ['no json', undefined],
  ['5', undefined],
  ['{"a":', undefined],
  ['} no {', undefined],
  ['{', undefined],
  ['First:\n{"a":1},\n{"b":2},\nThat is all.', [{ a: 1 }, { b: 2 }]],
]

for (const [text, json] of spoken) {
  test(`of ${JSON.stringify(text)} the JSON is ${JSON.stringify(json)}`, () => assert.deepEqual(jsonIn(text), json))
}
