import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scoreText } from './score.ts'

test('a score has a line for each step, with its JSON made', () => {
  const text = scoreText([
    { say: 'one\n\ttwo' },
    { wait: 3 },
    { tool: ['Bash', 'echo "hi"'] },
    { ask: 'May I push?' },
    { hold: 'now' },
    { leave: 2 },
  ])
  assert.deepEqual(text.split('\n'), [
    'say\tone',
    'say\t  two',
    'wait\t3',
    'say\t● Bash(echo "hi")',
    'report\tPostToolUse\t{"tool_name":"Bash","tool_input":{"command":"echo \\"hi\\""}}',
    'say\t',
    'say\t? May I push?',
    'report\tNotification\t{"message":"May I push?"}',
    'listen',
    'hold\tnow',
    'leave\t2',
    '',
  ])
})
