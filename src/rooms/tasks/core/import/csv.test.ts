import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseCsv } from './csv.ts'

const tables: readonly (readonly [string, string, readonly (readonly string[])[]])[] = [
  [
    'plain rows',
    'a,b\n1,2\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'a last row without its end',
    'a,b\r\n1,2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  ['quoted commas, quotes and lines', '"a,b","say ""hi""","two\nlines"\nx', [['a,b', 'say "hi"', 'two\nlines'], ['x']]],
  [
    'empty cells',
    ',,\n"",x',
    [
      ['', '', ''],
      ['', 'x'],
    ],
  ],
  ['empty lines and a byte order mark', '\uFEFFa\n\n\r\nb\n', [['a'], ['b']]],
  ['text after a closing quote', '"a"b,c', [['ab', 'c']]],
]
for (const [name, text, expected] of tables) {
  test(`CSV: ${name}`, () => {
    const { rows, problem } = parseCsv(text)
    assert.deepEqual(
      rows.map(({ cells }) => cells),
      expected,
    )
    assert.equal(problem, null)
  })
}

test('CSV: lines are counted through quoted ones, and a quote that never ends is named by its row', () => {
  const { rows, problem } = parseCsv('a\n"b\nb"\nc\n"d')
  assert.deepEqual(
    rows.map(({ line }) => line),
    [1, 2, 4],
  )
  assert.equal(problem?.line, 5)
})
