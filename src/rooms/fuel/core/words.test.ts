import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BudgetStand } from '../contract.ts'
import { csvOfUsage } from './export.ts'
import { meterOf } from './meter-words.ts'
import { noSums } from './sums.ts'
import { actWords, costWords, dollars, percentOf, tokenWords } from './words.ts'

test('amounts as people read them', () => {
  assert.deepEqual([0, 0.0004, 2, 29.449, 12345.6].map(dollars), ['$0.00', '$0.0004', '$2.00', '$29.45', '$12,345.60'])
  assert.deepEqual([0, 812, 999, 1000, 31_440, 999_499, 2_600_000, 3e9].map(tokenWords), [
    '0',
    '812',
    '999',
    '1 k',
    '31.4 k',
    '999 k',
    '2.6 M',
    '3 G',
  ])
  assert.deepEqual(
    [null, 0].map((cost) => costWords({ cost_usd: cost })),
    ['price unknown', '$0.00'],
  )
})

const stand = (used: number, limit: number): BudgetStand => ({
  budget: { id: 'b', per: 'day', agent: null, session_id: null, unit: 'usd', limit, at_limit: 'stop' },
  name: 'All agents, a day',
  session_id: null,
  used,
  unpriced_tokens: 0,
  state: used >= limit ? 'over' : used >= limit * 0.8 ? 'warned' : 'within',
})

test('a share is 100 % once all of it is used, and not before', () => {
  assert.deepEqual([stand(54.9, 55), stand(55, 55), stand(70, 55)].map(percentOf), [99, 100, 100])
  assert.equal(actWords(stand(1, 55).budget), 'warns at $44.00, then stops what runs, and nothing new starts')
})

test('the meter shows the budget that is nearest to its limit, or what was used', () => {
  const today = { ...noSums, tokens: 1_200_000, cost_usd: 29.45 }
  const budgets = [stand(29.45, 100), stand(29.45, 55)]
  const within = meterOf({ today, budgets, held: null })
  assert.deepEqual(
    [within.text, within.state, within.title],
    ['$29.45', 'within', 'Fuel today: $29.45 of $55.00, 54 %'],
  )
  const held = meterOf({ today, budgets: [stand(60, 55)], held: { reason: 'r', hint: 'h' } })
  assert.deepEqual([held.text, held.part, held.state], ['stopped', 1, 'over'])
  const none = meterOf({ today: { ...today, cost_usd: null, unpriced_tokens: 1_200_000 }, budgets: [], held: null })
  assert.deepEqual([none.text, none.part], ['1.2 M tokens', null])
})

test('a file has an empty cell where a cost is unknown, and no formula', () => {
  const row = { ...noSums, id: 's1', label: '=1+1', agent: 'x', models: ['a', 'b'], agents: [], cost_usd: null }
  const [, line] = csvOfUsage([row]).split('\r\n')
  assert.equal(line, "s1,'=1+1,x,a b,0,0,0,0,0,,0")
})
