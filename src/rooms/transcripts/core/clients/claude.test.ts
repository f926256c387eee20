// Lines as the real client wrote them, without what nobody reads here.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { at, read, told, type ClientRow } from './told.testkit.ts'

const usage = {
  input_tokens: 11,
  cache_creation_input_tokens: 2,
  cache_read_input_tokens: 3,
  output_tokens: 7,
}
const claudeUser = (content: unknown, more: object = {}) => ({
  type: 'user',
  isSidechain: false,
  timestamp: at,
  message: { role: 'user', content },
  ...more,
})
const claudeSays = (content: unknown, more: object = {}) => ({
  type: 'assistant',
  isSidechain: false,
  timestamp: at,
  message: { id: 'msg_1', role: 'assistant', model: 'claude-opus-5-5', usage, content },
  ...more,
})
const claudeResult = (content: unknown, more: object = {}, block: object = {}) =>
  claudeUser([{ type: 'tool_result', tool_use_id: 'toolu_1', content, ...block }], more)
const patch = [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 2, lines: ['-made', '+changed', '+twice', ' same'] }]

const claudeRows: readonly ClientRow[] = [
  ['a prompt', [claudeUser('Mend the login')], ['person Mend the login']],
  [
    'a prompt of blocks',
    [claudeUser([{ type: 'text', text: 'See' }, { type: 'image' }])],
    ['person See', 'person [a picture]'],
  ],
  ['what nobody typed', [claudeUser('<system-reminder>x</system-reminder>'), claudeUser('x', { isMeta: true })], []],
  [
    'what its helper says',
    [claudeUser('x', { isSidechain: true }), claudeSays([{ type: 'text', text: 'x' }], { isSidechain: true })],
    [],
  ],
  [
    'a command of its own',
    [claudeUser('<command-name>/model</command-name>\n<command-args>opus</command-args>')],
    ['person /model opus'],
  ],
  ['what that printed', [claudeUser('<local-command-stdout>Set model</local-command-stdout>')], ['note Set model']],
  [
    'a stop',
    [claudeUser([{ type: 'text', text: '[Request interrupted by user for tool use]' }])],
    ['note Stopped by its person.'],
  ],
  [
    'words and a thought',
    [
      claudeSays([
        { type: 'thinking', thinking: 'Hm.' },
        { type: 'text', text: 'I see.' },
      ]),
    ],
    ['thought Hm.', 'agent I see.', 'usage claude-opus-5-5 11 7 3 2'],
  ],
  [
    'a thought that is kept to itself',
    [claudeSays([{ type: 'thinking', thinking: '', signature: 'x' }])],
    ['usage claude-opus-5-5 11 7 3 2'],
  ],
  [
    'a tool',
    [
      claudeSays([
        { type: 'tool_use', id: 'toolu_1', name: 'Bash', input: { command: 'npm test', description: 'tests' } },
      ]),
    ],
    ['tool toolu_1 Bash: npm test', 'usage claude-opus-5-5 11 7 3 2'],
  ],
  ['what it printed', [claudeResult('all green\n')], ['result toolu_1 ok null all green']],
  [
    'blocks that it printed',
    [claudeResult([{ type: 'text', text: 'one' }, { type: 'image' }])],
    ['result toolu_1 ok null one'],
  ],
  [
    'a command that failed',
    [claudeResult('Exit code 3\nit fails', { toolUseResult: 'Error: Exit code 3\nit fails' }, { is_error: true })],
    ['result toolu_1 failed 3 Exit code 3'],
  ],
  ['output that only says so', [claudeResult('Exit code 3')], ['result toolu_1 ok null Exit code 3']],
  [
    'a denial',
    [
      claudeResult(
        "Claude requested permissions to use WebFetch, but you haven't granted it yet.",
        { toolDenialKind: 'user-rejected' },
        { is_error: true },
      ),
    ],
    ["result toolu_1 denied null Claude requested permissions to use WebFetch, but you haven't granted it yet."],
  ],
  [
    'a tool that was stopped',
    [claudeResult('', { toolUseResult: { interrupted: true } })],
    ['result toolu_1 stopped null '],
  ],
  [
    'a file that was changed',
    [claudeResult('updated', { toolUseResult: { structuredPatch: patch } })],
    ['result toolu_1 ok null +2 -1 updated'],
  ],
  [
    'a file that was made',
    [claudeResult('created', { toolUseResult: { type: 'create', content: 'a\nb\n', structuredPatch: [] } })],
    ['result toolu_1 ok null +2 -0 created'],
  ],
  [
    'a model that failed',
    [claudeSays([{ type: 'text', text: 'API Error: 400 as asked' }], { isApiErrorMessage: true })],
    ['note API Error: 400 as asked'],
  ],
  [
    'a context that was made shorter',
    [{ type: 'system', subtype: 'compact_boundary', timestamp: at }],
    ['note Its context was made shorter.'],
  ],
  [
    'lines of other kinds',
    [
      { type: 'mode', mode: 'normal' },
      { type: 'attachment', attachment: {} },
      { type: 'cost-state', totalCostUSD: 1 },
      { type: 'of-tomorrow' },
    ],
    [],
  ],
]

for (const [what, lines, items] of claudeRows)
  test(`code-agent: ${what}`, () => assert.deepEqual(told(read('code-agent', lines)), items))
