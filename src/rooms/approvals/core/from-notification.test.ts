import assert from 'node:assert/strict'
import { test } from 'node:test'
import { approvableText, wholeInput, wholeLimit } from './from-notification.ts'
import type { ToolInput } from './summary.ts'

test('an input is whole on one line, or it is not there', () => {
  const rows: [string, ToolInput, string | null][] = [
    ['Read', { file_path: '/src/a.ts' }, 'Read: /src/a.ts'],
    ['Read', { file_path: '/src/a.ts', limit: 20 }, 'Read: file_path /src/a.ts, limit 20'],
    ['Bash', { command: 'npm test' }, 'Bash: npm test'],
    ['Bash', { command: 'npm test', timeout: 5 }, 'Bash: command npm test, timeout 5'],
    ['Ask', {}, 'Ask'],
    ['Grep', { pattern: 'x'.repeat(wholeLimit) }, null],
    ['Read', { file_path: 'x'.repeat(wholeLimit - 6) }, `Read: ${'x'.repeat(wholeLimit - 6)}`],
    ['Bash', { command: 'ls\nrm -rf /' }, null],
    ['Bash', { command: 'ls\u202Efdp.exe' }, null],
    ['Bash', { command: `ls${' '.repeat(40)}; rm -rf /` }, null],
    ['Bash', { command: 'ls\u200B' }, null],
    ['Edit', { file_path: '/a', old_string: 'x', new_string: 'y' }, null],
    ['Write', { file_path: '/a', content: 'x' }, null],
    ['Task', { of: { deep: [1] } }, null],
  ]
  for (const [tool, input, expected] of rows) assert.equal(wholeInput(tool, input), expected, JSON.stringify(input))
})

test('a yes is offered for named tools alone', () => {
  const asked = { tool_name: 'Read', input: { file_path: '/a' } }
  assert.equal(approvableText(asked, ['Glob', 'Read']), 'Read: /a')
  assert.equal(approvableText(asked, ['Glob', 'read', 'Rea', '*']), null)
  assert.equal(approvableText(asked, []), null)
})
