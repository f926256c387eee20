import assert from 'node:assert/strict'
import { test } from 'node:test'
import { read, told } from './clients/told.testkit.ts'
import { parseLines, readers } from './parse-lines.ts'

const asked = (content: unknown) => ({ type: 'user', message: { content } })

test('nothing of a wrong type is believed, whatever its place', () => {
  const odd = [null, 1, 'x', [], {}, [[]], { type: {} }, true]
  const lines = odd.flatMap((value) => [
    { type: 'user', message: value, timestamp: value },
    {
      type: 'assistant',
      message: {
        content: [value, { type: 'tool_use', id: value, name: value, input: value }],
        usage: value,
        id: value,
      },
    },
    {
      type: 'user',
      message: { content: [{ type: 'tool_result', tool_use_id: value, content: value }] },
      toolUseResult: value,
    },
    { type: 'response_item', payload: { type: 'function_call', arguments: value, call_id: value, name: value } },
    { type: 'response_item', payload: { type: 'function_call_output', output: value, call_id: value } },
    {
      type: 'event_msg',
      payload: { type: 'token_count', info: { last_token_usage: value, total_token_usage: value } },
    },
    { type: 'gemini', id: value, content: value, toolCalls: value, thoughts: value, tokens: value },
    { type: 'gemini', toolCalls: [{ id: value, status: 'success', result: value, resultDisplay: value, args: value }] },
    { $set: { messages: value } },
    value,
  ])
  for (const client of ['code-agent', 'codex', 'gemini'] as const)
    assert.ok(read(client, lines).every(({ id }) => typeof id === 'string'))
})

test('deep JSON, long texts, escape sequences and half characters stay within bounds', () => {
  const nested = `{"type":"assistant","message":{"content":[{"type":"tool_use","id":"t","name":"x","input":${'['.repeat(50_000)}${']'.repeat(50_000)}}]}}`
  const [from] = parseLines([{ offset: 0, bytes: 1, text: nested }], readers['code-agent'], '')
  assert.ok(from?.kind === 'tool' && from.input.length < 2000)
  const [long] = read('code-agent', [asked('a'.repeat(1_000_000))])
  assert.ok(long?.kind === 'person' && long.text.length === 32_768 && long.cut === 1_000_000 - 32_768)
  const [escaped] = read('code-agent', [asked('\u001B]0;owned\u0007\u001B[31mred\u001B[0m \u009B2Jx \uD83D')])
  assert.ok(escaped?.kind === 'person' && escaped.text === 'red x \uFFFD')
})

test('a broken line, and one that is too long, are told and harm no other', () => {
  const lines = [
    { offset: 0, bytes: 9, text: '{"type":"us' },
    { offset: 10, bytes: 9, text: '\u0000\u0001' },
    { offset: 20, bytes: 104_857_600, text: null },
    { offset: 30, bytes: 0, text: '' },
    { offset: 31, bytes: 9, text: JSON.stringify(asked('Go on')) },
  ]
  assert.deepEqual(told(parseLines(lines, readers['code-agent'], 'c:')), [
    'note 2 lines are no JSON and left out.',
    'note A line of 100 MB is left out.',
    'person Go on',
  ])
})
