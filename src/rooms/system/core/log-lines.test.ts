import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isShown } from './log-levels.ts'
import { fieldsInWords, parsePlace, placeText, rowOf } from './log-lines.ts'

const place = { part: 3, offset: 40 }

test('a line of the log becomes a row without what every line has', () => {
  const line =
    '{"level":50,"time":1700000000000,"pid":4,"err":{"stack":"Error: x\\n  at y"},"port":7420,"msg":"broken"}\n'
  assert.deepEqual(rowOf(line, place), {
    id: '3.40',
    at: '2023-11-14T22:13:20.000Z',
    level: 'error',
    message: 'broken',
    fields: { port: 7420 },
    stack: 'Error: x\n  at y',
  })
})

test('what is no line of ours is no row', () => {
  for (const text of ['', '{', '[]', 'null', '3', '{}', '{"time":"now"}', '{"time":1e99}', '{"level":30,"msg":"x"}']) {
    assert.equal(rowOf(text, place), null, text)
  }
})

test('numbers of levels become words, those between them too', () => {
  const rows = [10, 20, 25, 30, 40, 50, 60].map((level) => rowOf(`{"level":${level},"time":1}`, place)?.level)
  assert.deepEqual(rows, ['debug', 'debug', 'debug', 'info', 'warn', 'error', 'error'])
  assert.deepEqual([isShown('warn', 'warn'), isShown('error', 'warn'), isShown('info', 'warn')], [true, true, false])
})

test('a place is read as it was written, and nothing else is one', () => {
  assert.deepEqual(parsePlace(placeText(place)), place)
  for (const text of ['', '3', '3.', '.4', '-3.4', '3.4.5', '3.4x', '1e3.4', '9999999999999.1']) {
    assert.equal(parsePlace(text), null, text)
  }
})

test('fields stand on one line', () => {
  assert.equal(
    fieldsInWords({ port: 7, path: '/a', why: 'two words', more: { a: [1] } }),
    'port=7 path=/a why="two words" more={"a":[1]}',
  )
})
