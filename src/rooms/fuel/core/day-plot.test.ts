import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BudgetStand, UsageGroupRow } from '../contract.ts'
import { plotOf } from './day-plot.ts'
import { noSums } from './sums.ts'

const part = (agent: string, cost: number | null, unpriced = 0) => ({
  ...noSums,
  agent,
  tokens: unpriced === 0 ? 100 : unpriced,
  cost_usd: cost,
  unpriced_tokens: unpriced,
})
const day = (id: string, agents: readonly ReturnType<typeof part>[]): UsageGroupRow => ({
  ...noSums,
  id,
  label: id,
  agent: null,
  models: [],
  agents: [...agents],
  tokens: agents.reduce((sum, { tokens }) => sum + tokens, 0),
  unpriced_tokens: agents.reduce((sum, { unpriced_tokens: tokens }) => sum + tokens, 0),
  cost_usd: agents.every(({ cost_usd: cost }) => cost === null)
    ? null
    : agents.reduce((sum, { cost_usd: cost }) => sum + (cost ?? 0), 0),
})
const limit = (value: number): BudgetStand => ({
  budget: { id: 'b', per: 'day', agent: null, session_id: null, unit: 'usd', limit: value, at_limit: 'hold' },
  name: 'All agents, a day',
  session_id: null,
  used: 0,
  unpriced_tokens: 0,
  state: 'within',
})
const plain = { to: '2026-11-23', count: 3, budgets: [], describe: (_row: unknown, id: string) => id }

test('bars stand one over the other, the agent that cost the most at the foot; days without usage are there', () => {
  const days = [day('2026-11-23', [part('b', 10), part('a', 30), part('c', 1)]), day('2026-11-21', [part('a', 5)])]
  const plot = plotOf({ ...plain, days })
  assert.deepEqual(plot.agents, ['a', 'b'])
  assert.deepEqual(
    plot.bars.map(({ day: id, parts }) => [id, parts.map(({ tone, from, to }) => [tone, from, to])]),
    [
      ['2026-11-21', [['one', 0, 5]]],
      ['2026-11-22', []],
      [
        '2026-11-23',
        [
          ['one', 0, 30],
          ['two', 30, 40],
          ['rest', 40, 41],
        ],
      ],
    ],
  )
  assert.deepEqual([plot.unit, plot.top, plot.hasRest], ['usd', 60, true])
})

test('what has no price stands on top, and is never nothing; without any price the plot is of tokens', () => {
  const known = day('2026-11-22', [part('a', 30)])
  const unknown = day('2026-11-23', [part('a', null, 500)])
  const both = plotOf({ ...plain, days: [known, unknown] })
  assert.deepEqual(
    both.bars[2]?.parts.map(({ tone }) => tone),
    ['unknown'],
  )
  assert.ok((both.bars[2]?.parts[0]?.to ?? 0) > 0)
  const tokens = plotOf({ ...plain, days: [unknown] })
  assert.deepEqual([tokens.unit, tokens.bars[2]?.parts[0]?.to, tokens.hasUnknown], ['tokens', 500, false])
})

test('the limit of a day has room; one far above all that is used is left out', () => {
  const days = [day('2026-11-23', [part('a', 30)])]
  assert.deepEqual(plotOf({ ...plain, days, budgets: [limit(55)] }).limits, [55])
  assert.deepEqual(plotOf({ ...plain, days, budgets: [limit(5000)] }).limits, [])
  assert.deepEqual(plotOf({ ...plain, days: [], budgets: [limit(55)] }).limits, [55])
})
