import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Json } from '#base/json.ts'
import type { SettingInput } from '../contract.ts'
import { textOfValue, valueFromText } from './value-text.ts'

const number: SettingInput = { is: 'number', min: 1, max: 9 }
const typed: readonly [SettingInput, string, Json][] = [
  [{ is: 'flag' }, 'on', true],
  [{ is: 'flag' }, 'false', false],
  [number, ' 7', 7],
  [{ is: 'text' }, '7', '7'],
  [{ is: 'list' }, 'a, b\nc,', ['a', 'b', 'c']],
  [{ is: 'list' }, '', []],
  [{ is: 'list' }, '["a, b"]', ['a, b']],
  [{ is: 'list' }, '["a', ['["a']],
  [{ is: 'argv' }, 'codex exec {prompt}', 'codex exec {prompt}'],
  [{ is: 'argv' }, '["codex", "{prompt}"]', ['codex', '{prompt}']],
  [{ is: 'argv' }, '[ -f x ] && true', '[ -f x ] && true'],
]

test('what is typed becomes the value that the key takes', () => {
  for (const [input, text, value] of typed) assert.deepEqual(valueFromText(input, text), { ok: true, value }, text)
})

test('what can be no value is refused in words', () => {
  assert.deepEqual(valueFromText(number, 'many'), { ok: false, error: 'a whole number from 1 to 9' })
  assert.deepEqual(valueFromText({ is: 'flag' }, 'perhaps'), { ok: false, error: 'true or false' })
})

test('a value reads as it may be typed again', () => {
  assert.equal(textOfValue(['sh', '-c', '{prompt}', 'a b'], { is: 'argv' }), "sh -c {prompt} 'a b'")
  assert.equal(textOfValue(['a', 'b'], { is: 'list' }), 'a, b')
  assert.equal(textOfValue(null, { is: 'text' }), '')
  assert.equal(textOfValue(false, { is: 'flag' }), 'false')
})
