import assert from 'node:assert/strict'
import { test } from 'node:test'
import { removeAt, setAt, type JsonPath } from './json-paths.ts'

const text = '{\n  "z": 1,\n  "model": {\n    "url": "http://a",\n    "name": "b"\n  },\n  "a": [1, 2]\n}\n'

test('a value is replaced where it stands, and every other byte stays', () => {
  assert.deepEqual(setAt(text, ['model', 'url'], 'http://c'), { ok: true, value: text.replace('http://a', 'http://c') })
  assert.deepEqual(setAt(text, ['a'], []), { ok: true, value: text.replace('[1, 2]', '[]') })
})

test('what is not there yet comes last, in the layout of the text', () => {
  const set = setAt(text, ['model', 'timeoutSeconds'], 5)
  assert.deepEqual(set, { ok: true, value: text.replace('"b"\n', '"b",\n    "timeoutSeconds": 5\n') })
  assert.deepEqual(setAt('{"a":1}', ['b', 'c'], [1]), { ok: true, value: '{"a":1,"b":{"c":[1]}}' })
  assert.deepEqual(setAt('', ['b', 'c'], 1), { ok: true, value: '{\n  "b": {\n    "c": 1\n  }\n}\n' })
})

test('objects on the way that are none are refused', () => {
  const wrong: [string, JsonPath, string][] = [
    ['[]', ['a'], 'does not hold a JSON object'],
    ['{"a":1}', ['a', 'b'], 'has a "a" that is no object'],
  ]
  for (const [before, path, error] of wrong) {
    assert.deepEqual(setAt(before, path, 1), { ok: false, error })
    assert.deepEqual(removeAt(before, path), { ok: false, error })
  }
})

test('what is removed takes emptied objects with it, and nothing else', () => {
  const once = removeAt(text, ['model', 'url'])
  assert.deepEqual(once, { ok: true, value: text.replace('"url": "http://a",\n    ', '') })
  const both = once.ok ? removeAt(once.value, ['model', 'name']) : once
  assert.deepEqual(both, { ok: true, value: '{\n  "z": 1,\n  "a": [1, 2]\n}\n' })
  assert.deepEqual(removeAt(text, ['model', 'none']), { ok: true, value: text })
  assert.deepEqual(removeAt(text, ['none', 'none']), { ok: true, value: text })
})

test('a name that stands twice is replaced where it counts, and removed everywhere', () => {
  assert.deepEqual(setAt('{"a":1,"a":2}', ['a'], 3), { ok: true, value: '{"a":1,"a":3}' })
  assert.deepEqual(removeAt('{"a":1,"a":2,"b":3}', ['a']), { ok: true, value: '{"b":3}' })
})

test('names of any kind', () => {
  const path: JsonPath = ['webhooks', '__proto__', 'a.b"c']
  const set = setAt('{}', path, 1)
  assert.deepEqual(set.ok ? JSON.stringify(JSON.parse(set.value)) : set, '{"webhooks":{"__proto__":{"a.b\\"c":1}}}')
})
