// Lines as the real client wrote them, without what nobody reads here.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { at, read, told, type ClientRow } from './told.testkit.ts'

const codexItem = (payload: object) => ({ timestamp: at, ordinal: 1, type: 'response_item', payload })
const codexEvent = (payload: object) => ({ timestamp: at, ordinal: 1, type: 'event_msg', payload })
const codexOutput = (output: unknown) => codexItem({ type: 'function_call_output', call_id: 'call_1', output })
const head = 'Chunk ID: 78da5e\nWall time: 0.0000 seconds\n'

const codexRows: readonly ClientRow[] = [
  [
    'a prompt',
    [codexItem({ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Mend it' }] })],
    ['person Mend it'],
  ],
  [
    'what its program puts before it',
    [
      codexItem({
        type: 'message',
        role: 'user',
        content: [{ type: 'input_text', text: '<environment_context>\n  <cwd>/p</cwd>' }],
      }),
      codexItem({ type: 'message', role: 'developer', content: [{ type: 'input_text', text: 'rules' }] }),
    ],
    [],
  ],
  [
    'words',
    [codexItem({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Done.' }] })],
    ['agent Done.'],
  ],
  [
    'the same words as an event',
    [
      codexEvent({
        type: 'item_completed',
        item: { type: 'AgentMessage', content: [{ type: 'Text', text: 'Done.' }] },
      }),
    ],
    [],
  ],
  [
    'a thought',
    [codexItem({ type: 'reasoning', summary: [{ type: 'summary_text', text: 'Hm.' }], encrypted_content: 'x' })],
    ['thought Hm.'],
  ],
  [
    'a command',
    [codexItem({ type: 'function_call', name: 'exec_command', arguments: '{"cmd":"npm test"}', call_id: 'call_1' })],
    ['tool call_1 exec_command: npm test'],
  ],
  [
    'arguments that are no JSON',
    [codexItem({ type: 'function_call', name: 'x', arguments: '{"cmd', call_id: 'call_1' })],
    ['tool call_1 x: {"cmd'],
  ],
  [
    'a command that failed',
    [codexOutput(`${head}Process exited with code 1\nOriginal token count: 13\nOutput:\ntouch: no\n`)],
    ['result call_1 failed 1 touch: no'],
  ],
  [
    'a command that worked',
    [codexOutput(`${head}Process exited with code 0\nOutput:\nhi\n`)],
    ['result call_1 ok 0 hi'],
  ],
  [
    'one that goes on',
    [codexOutput(`${head}Process running with session ID 3\nOutput:\nhi\n`)],
    ['result call_1 null null hi'],
  ],
  [
    'a denial',
    [codexOutput('exec_command failed for `x`: CreateProcess { message: "Rejected(\\"rejected by user\\")" }')],
    [
      'result call_1 denied null exec_command failed for `x`: CreateProcess { message: "Rejected(\\"rejected by user\\")" }',
    ],
  ],
  [
    'a patch',
    [
      codexItem({
        type: 'custom_tool_call',
        name: 'apply_patch',
        call_id: 'call_1',
        input: '*** Begin Patch\n*** Update File: src/a.ts\n@@\n-a\n+b\n*** End Patch',
      }),
    ],
    ['tool call_1 apply_patch: src/a.ts'],
  ],
  [
    'what a patch did',
    [
      codexItem({
        type: 'custom_tool_call_output',
        call_id: 'call_1',
        output:
          '{"output":"Success. Updated the following files:\\nM src/a.ts\\n","metadata":{"exit_code":0,"duration_seconds":0.1}}',
      }),
    ],
    ['result call_1 ok 0 +0 -0 Success. Updated the following files:'],
  ],
  [
    'usage, without what is in the cache',
    [
      codexEvent({
        type: 'token_count',
        info: {
          last_token_usage: { input_tokens: 11, cached_input_tokens: 4, output_tokens: 7 },
          total_token_usage: { input_tokens: 22 },
        },
      }),
    ],
    ['usage null 7 7 4 0'],
  ],
  ['no usage yet', [codexEvent({ type: 'token_count', info: null })], []],
  [
    'a stop',
    [
      codexEvent({ type: 'turn_aborted', reason: 'interrupted' }),
      codexItem({ type: 'message', role: 'user', content: [{ type: 'input_text', text: '<turn_aborted>\nx' }] }),
    ],
    ['note Stopped by its person.'],
  ],
  [
    'a model that failed',
    [codexEvent({ type: 'error', message: 'as the prompt asked' })],
    ['note It failed: as the prompt asked'],
  ],
  [
    'lines of other kinds',
    [{ type: 'session_meta', payload: { id: 'x' } }, { type: 'turn_context', payload: {} }, { type: 'of-tomorrow' }],
    [],
  ],
]

for (const [what, lines, items] of codexRows)
  test(`codex: ${what}`, () => assert.deepEqual(told(read('codex', lines)), items))
