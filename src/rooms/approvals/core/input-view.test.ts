import assert from 'node:assert/strict'
import { test } from 'node:test'
import { viewInput } from './input-view.ts'
import type { ToolInput } from './summary.ts'

const views: [string, ToolInput, object][] = [
  [
    'a command with its remark',
    { command: 'npm test', description: 'tests', timeout: 5 },
    {
      kind: 'command',
      command: 'npm test',
      rest: [
        { name: 'description', value: 'tests' },
        { name: 'timeout', value: '5' },
      ],
    },
  ],
  [
    'an edit, with what stays around it once',
    { file_path: '/a.ts', old_string: 'a\nb\nc', new_string: 'a\nB\nB2\nc', replace_all: true },
    {
      kind: 'change',
      path: '/a.ts',
      lines: [
        { sign: 'same', text: 'a' },
        { sign: 'removed', text: 'b' },
        { sign: 'added', text: 'B' },
        { sign: 'added', text: 'B2' },
        { sign: 'same', text: 'c' },
      ],
      rest: [{ name: 'replace_all', value: 'true' }],
    },
  ],
  [
    'lines that are doubled',
    { file_path: '/a', old_string: 'x', new_string: 'x\nx' },
    {
      kind: 'change',
      path: '/a',
      lines: [
        { sign: 'same', text: 'x' },
        { sign: 'added', text: 'x' },
      ],
      rest: [],
    },
  ],
  [
    'a new file',
    { file_path: '/a', content: 'one\ntwo' },
    {
      kind: 'change',
      path: '/a',
      lines: [
        { sign: 'added', text: 'one' },
        { sign: 'added', text: 'two' },
      ],
      rest: [],
    },
  ],
  [
    'several edits',
    {
      file_path: '/a',
      edits: [
        { old_string: 'a', new_string: '' },
        { old_string: '', new_string: 'b' },
      ],
    },
    {
      kind: 'change',
      path: '/a',
      lines: [
        { sign: 'removed', text: 'a' },
        { sign: 'added', text: 'b' },
      ],
      rest: [],
    },
  ],
  [
    'edits of a shape that nobody knows, as they are',
    { file_path: '/a', edits: [{ old_string: 'a', new_string: 'b', also: 1 }] },
    {
      kind: 'fields',
      fields: [
        { name: 'file_path', value: '/a' },
        { name: 'edits', value: JSON.stringify([{ old_string: 'a', new_string: 'b', also: 1 }], null, 2) },
      ],
    },
  ],
  ['an unknown tool', { amount: 3 }, { kind: 'fields', fields: [{ name: 'amount', value: '3' }] }],
  ['nothing', {}, { kind: 'fields', fields: [] }],
]

for (const [name, input, view] of views) {
  test(`the view of ${name}`, () => assert.deepEqual(viewInput(input), view))
}
