import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { UsageRecord } from '../contract.ts'
import { readLines, type LinesState, type UsageClient } from './usage-lines.ts'
import { addTokens, noTokens, tokenSum } from './tokens.ts'

const read = (client: UsageClient, lines: readonly unknown[], state: LinesState = null) =>
  readLines(
    lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))),
    { client, conversation: 'c-1', state },
  )
const sum = (records: readonly UsageRecord[]) =>
  records.reduce((total, record) => (record.kind === 'used' ? addTokens(total, record) : total), noTokens)

const at = '2026-11-23T12:10:15.769Z'
const claude = (id: string, usage: object, more: object = {}) => ({
  type: 'assistant',
  sessionId: 'c-1',
  timestamp: at,
  message: { id, model: 'claude-opus-4-5', usage },
  ...more,
})

test('Claude Code: the last line of a message counts, whatever is written between', () => {
  const { records } = read('code-agent', [
    claude('m1', { input_tokens: 3, output_tokens: 1, cache_read_input_tokens: 100, cache_creation_input_tokens: 20 }),
    { type: 'user', message: { content: 'what "usage" is' } },
    '{"type":"assistant","message":{"usage":',
    'no line of it "usage"',
    claude('m1', { input_tokens: 3, output_tokens: 9, cache_read_input_tokens: 100, cache_creation_input_tokens: 20 }),
    claude('m2', { input_tokens: 5, output_tokens: 2 }, { isSidechain: true }),
    claude('m3', { input_tokens: 0, output_tokens: 0 }),
  ])
  assert.equal(records.length, 2)
  assert.deepEqual(sum(records), { input: 8, output: 11, cache_read: 100, cache_write: 20 })
})

test('Claude Code: an answer that was copied from another conversation says so', () => {
  const copied = claude('m1', { input_tokens: 3, output_tokens: 1 }, { requestSessionId: 'c-0' })
  const [record] = read('code-agent', [copied]).records
  assert.equal(record?.kind === 'used' && record.is_copy, true)
})

test('Claude Code: closing totals bear a time and the chain that they go on in', () => {
  const usage = {
    inputTokens: 44,
    outputTokens: 28,
    cacheReadInputTokens: 7,
    cacheCreationInputTokens: 0,
    costUSD: 0.5,
  }
  const line = { type: 'cost-state', sessionId: 'c-1', startTime: 1000, totalDuration: 20, modelUsage: { m: usage } }
  const tokens = { model: 'm', input: 44, output: 28, cache_read: 7, cache_write: 0 }
  const closed = { kind: 'closed', key: 'closed:c-1:1000:79', at: 1020, conversation: 'c-1', chain: '1000' }
  assert.deepEqual(read('code-agent', [line]).records, [{ ...closed, models: [{ ...tokens, cost_usd: 0.5 }] }])
  const unsure = read('code-agent', [{ ...line, hasUnknownModelCost: true }]).records
  assert.deepEqual(unsure, [{ ...closed, models: [{ ...tokens, cost_usd: null }] }])
})

const meta = { type: 'session_meta', payload: { id: 'thread-1' } }
const turn = { type: 'turn_context', payload: { model: 'gpt-5' } }
const totals = ([input, cached, output]: readonly [number, number, number], timestamp = at) => ({
  type: 'event_msg',
  timestamp,
  payload: {
    type: 'token_count',
    info: { total_token_usage: { input_tokens: input, cached_input_tokens: cached, output_tokens: output } },
  },
})

test('Codex: running totals count by their differences, what is cached is part of the input', () => {
  const lines = [meta, turn, totals([11, 0, 7]), totals([11, 0, 7]), totals([40, 20, 10], '2026-11-23T12:11:00.000Z')]
  const { records } = read('codex', lines)
  assert.deepEqual(sum(records), { input: 20, output: 10, cache_read: 20, cache_write: 0 })
  const models = records.map((record) => record.kind === 'used' && [record.model, record.conversation])
  assert.deepEqual(models, [
    ['gpt-5', 'thread-1'],
    ['gpt-5', 'thread-1'],
  ])
})

test('Codex: wherever reading is broken off, the same records come of the same lines', () => {
  const lines = [
    meta,
    turn,
    totals([11, 0, 7]),
    totals([30, 4, 9], '2026-11-23T12:11:00.000Z'),
    { type: 'event_msg', payload: { type: 'token_count', info: null } },
  ]
  const whole = read('codex', lines).records
  for (let cut = 0; cut <= lines.length; cut++) {
    const first = read('codex', lines.slice(0, cut))
    const second = read('codex', lines.slice(cut), first.state)
    assert.deepEqual([...first.records, ...second.records], whole)
  }
})

test('Codex: totals that fell began again', () => {
  const { records } = read('codex', [meta, totals([100, 0, 50]), totals([10, 0, 5], '2026-11-23T13:00:00.000Z')])
  assert.equal(tokenSum(sum(records)), 165)
})

test('Gemini: the last line of a message counts, also where all of them are written anew; input has the cached ones', () => {
  const message = { id: 'g1', type: 'gemini', timestamp: at, model: 'gemini-2.5-pro' }
  const tokens = { input: 30, output: 7, cached: 10, thoughts: 5, tool: 2, total: 44 }
  const { records } = read('gemini', [
    { sessionId: 'c-1' },
    { ...message, tokens: { ...tokens, output: 1 } },
    { ...message, tokens },
    {
      $set: {
        messages: [
          { ...message, tokens },
          { id: 'u', type: 'user', tokens: 'none' },
        ],
      },
    },
  ])
  assert.deepEqual(sum(records), { input: 22, output: 12, cache_read: 10, cache_write: 0 })
  assert.deepEqual(records.length, 1)
})

test('opencode: each step counts by its id, with what was thought; a cost of nothing is none', () => {
  const step = { id: 'prt_1', at: 1_795_450_747_566, model: 'gpt-5', cost: 0.5 }
  const tokens = { input: 7, output: 5, reasoning: 2, cache: { read: 4, write: 1 }, total: 19 }
  const { records } = read('opencode', [
    { ...step, tokens },
    { ...step, tokens },
    { ...step, id: 'prt_2', cost: 0, tokens: { input: 1, output: 1 } },
    { ...step, id: 'prt_3', tokens: {} },
    '{"id":"prt_4","tokens":{"inp',
  ])
  assert.deepEqual(sum(records), { input: 8, output: 8, cache_read: 4, cache_write: 1 })
  const costs = records.map((record) => record.kind === 'used' && record.cost_usd)
  assert.deepEqual(costs, [0.5, null])
})

test('what no program wrote makes no records', () => {
  const odd = [
    '',
    '{}',
    '[1]',
    '{"usage":1,"type":"assistant"}',
    '{"tokens":{}}',
    '{"type":"cost-state"}',
    '"token_count"',
  ]
  for (const client of ['code-agent', 'codex', 'gemini', 'opencode'] as const)
    assert.deepEqual(read(client, odd).records, [])
  const negative = claude('m1', { input_tokens: -5, output_tokens: 1e300, cache_read_input_tokens: 1.5 })
  assert.deepEqual(read('code-agent', [negative]).records, [])
})
