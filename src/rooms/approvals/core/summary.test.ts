import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonical, summaryOf, type ToolInput } from './summary.ts'

const lines: [string, ToolInput, string][] = [
  ['Bash', { description: 'tests', command: 'npm test' }, 'Bash: npm test'],
  ['Bash', { command: 'cd a &&\n  ls' }, 'Bash: cd a && ls'],
  ['Bash', { command: 'echo \u001b]0;x\u0007' }, 'Bash: echo ]0;x'],
  ['Edit', { old_string: 'a', new_string: 'b', file_path: '/p/a.ts' }, 'Edit: /p/a.ts'],
  ['mcp__shop__buy', { amount: 3, item: 'lamp' }, 'mcp__shop__buy: lamp'],
  ['Wait', { seconds: 3 }, 'Wait'],
  ['Odd', { command: '' }, 'Odd'],
  ['Bash', { command: 'x'.repeat(500) }, `Bash: ${'x'.repeat(193)}…`],
]

for (const [tool, input, line] of lines) {
  test(`${tool} with ${JSON.stringify(input).slice(0, 40)} is told as “${line.slice(0, 40)}”`, () => {
    assert.equal(summaryOf(tool, input), line)
  })
}

test('the order of fields makes no other input, their place in a list does', () => {
  assert.equal(canonical({ b: [1, { d: 2, c: null }], a: 'x' }), canonical({ a: 'x', b: [1, { c: null, d: 2 }] }))
  assert.notEqual(canonical({ a: [1, 2] }), canonical({ a: [2, 1] }))
  assert.notEqual(canonical({ a: '1' }), canonical({ a: 1 }))
})
