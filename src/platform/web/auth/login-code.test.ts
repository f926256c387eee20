import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findLoginCode } from './login-code.ts'

test('a code is found in a fragment, in a link and alone', () => {
  const rows: [string, string | null][] = [
    ['#login=abc-123_X', 'abc-123_X'],
    ['http://127.0.0.1:7420/#login=abcdef', 'abcdef'],
    ['  http://box:7420/board#x=1&login=a%2Fb \n', 'a/b'],
    ['abcdef123456', 'abcdef123456'],
    ['', null],
    ['#other=1', null],
    ['http://127.0.0.1:7420/', null],
    ['#login=%E0%A4', null],
    ['two words', null],
  ]
  for (const [text, code] of rows) assert.equal(findLoginCode(text), code, text)
})
