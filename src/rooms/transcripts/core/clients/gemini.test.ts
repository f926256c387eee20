// Lines as the real client wrote them, without what nobody reads here.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { at, read, told, type ClientRow } from './told.testkit.ts'

const geminiCall = (call: object) => ({
  id: 'm1',
  timestamp: at,
  type: 'gemini',
  content: '',
  thoughts: [],
  toolCalls: [{ id: 'c1', name: 'run_shell_command', args: { command: 'npm test' }, displayName: 'Shell', ...call }],
})
const geminiAnswer = (output: string) => [{ functionResponse: { id: 'c1', response: { output } } }]

const geminiRows: readonly ClientRow[] = [
  ['a prompt', [{ id: 'u1', timestamp: at, type: 'user', content: [{ text: 'Mend it' }] }], ['person Mend it']],
  [
    'what its program puts before it',
    [{ $set: { messages: [{ id: 'x', type: 'user', content: [{ text: '<session_context>\nThis is' }] }] } }],
    [],
  ],
  [
    'messages that are set at once',
    [{ $set: { messages: [{ id: 'x', type: 'user', content: 'Mend it' }] } }],
    ['person Mend it'],
  ],
  ['a line that changes a field', [{ $set: { lastUpdated: at } }, { sessionId: 'x', kind: 'main' }], []],
  [
    'words and usage',
    [
      {
        id: 'm1',
        timestamp: at,
        type: 'gemini',
        content: 'All is well.',
        thoughts: [{ subject: 'Plan', description: 'Look.' }],
        tokens: { input: 11, output: 7, cached: 4, thoughts: 2 },
        model: 'gemini-3.1-pro-preview',
      },
    ],
    ['thought Plan\nLook.', 'agent All is well.', 'usage gemini-3.1-pro-preview 7 9 4 0'],
  ],
  [
    'a command that failed, and is called a success',
    [
      geminiCall({
        status: 'success',
        result: geminiAnswer(
          '<untrusted_context>\nOutput: hi\nExit Code: 3\nProcess Group PGID: 15042\n</untrusted_context>',
        ),
      }),
    ],
    ['tool c1 Shell: npm test', 'result c1 failed 3 Output: hi'],
  ],
  ['a tool at work', [geminiCall({ status: 'executing' })], ['tool c1 Shell: npm test']],
  [
    'a denial',
    [
      geminiCall({
        status: 'cancelled',
        result: [{ functionResponse: { response: { error: '[Operation Cancelled] Reason: User denied execution.' } } }],
      }),
    ],
    ['tool c1 Shell: npm test', 'result c1 denied null [Operation Cancelled] Reason: User denied execution.'],
  ],
  [
    'a file that was changed',
    [
      geminiCall({
        status: 'success',
        result: geminiAnswer('ok'),
        resultDisplay: { fileDiff: '--- a\n+++ a\n@@\n-x\n+y\n+z' },
      }),
    ],
    ['tool c1 Shell: npm test', 'result c1 ok null +2 -1 ok'],
  ],
  ['what only answers a tool', [{ id: 'u2', type: 'user', content: [{ functionResponse: { id: 'c1' } }] }], []],
  ['a remark of its program', [{ id: 'i1', type: 'info', content: 'Request cancelled.' }], ['note Request cancelled.']],
]

for (const [what, lines, items] of geminiRows)
  test(`gemini: ${what}`, () => assert.deepEqual(told(read('gemini', lines)), items))
