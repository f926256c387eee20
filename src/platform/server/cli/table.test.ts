import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createOutput, type TextStream } from './output.ts'
import { displayWidth, formatTable, type Column } from './table.ts'

type Row = { readonly a: string; readonly b: string; readonly c: string }
const columns: readonly Column<Row>[] = [
  { title: 'A', text: ({ a }) => a },
  { title: 'B', text: ({ b }) => b, shrinks: { minimum: 4 } },
  { title: 'C', text: ({ c }) => c },
]

test('columns align by what a terminal shows, not by what a string counts', () => {
  const rows = [
    { a: 'x', b: 'plain', c: '1' },
    { a: 'yyy', b: '計画🚀', c: '2' },
    { a: 'z', b: 'e\u0301', c: '3' },
  ]
  assert.equal(
    formatTable(rows, columns, null),
    ['A    B       C', 'x    plain   1', 'yyy  計画🚀  2', 'z    e\u0301       3'].join('\n'),
  )
})

test('the column that may shrink gives way, down to its minimum', () => {
  const rows = [{ a: 'one', b: 'a long explanation', c: 'end' }]
  assert.equal(formatTable(rows, columns, 20), 'A    B           C\none  a long ex…  end')
  assert.equal(formatTable(rows, columns, 5).split('\n')[1], 'one  a l…  end')
  assert.equal(formatTable(rows, columns, null).split('\n')[1], 'one  a long explanation  end')
})

test('a cell of strangers stays one line without control characters', () => {
  const [, line] = formatTable([{ a: 'a\u001B[2Jb\nc', b: '', c: '' }], columns, null).split('\n')
  assert.equal(line, 'a [2Jb c')
})

test('widths', () => {
  assert.deepEqual(['', 'abc', '計', '🚀', 'e\u0301', '\u200B'].map(displayWidth), [0, 3, 2, 2, 1, 0])
})

function paint(environment: Record<string, string>, isTTY: boolean): string {
  const stdout: TextStream = { write: () => {}, isTTY }
  return createOutput({ json: false, stdout, stderr: stdout, environment }).paint('red', 'x')
}

test('colour is for terminals, and NO_COLOR turns it off', () => {
  assert.equal(paint({}, true), '\u001B[31mx\u001B[0m')
  assert.equal(paint({ NO_COLOR: '' }, true), '\u001B[31mx\u001B[0m')
  for (const environment of [{ NO_COLOR: '1' }, { TERM: 'dumb' }]) assert.equal(paint(environment, true), 'x')
  assert.equal(paint({}, false), 'x')
})
