import assert from 'node:assert/strict'
import { test } from 'node:test'
import { costOf, createPriceOf } from './prices.ts'

const million = { input: 1_000_000, output: 1_000_000, cache_read: 1_000_000, cache_write: 1_000_000 }

test('a model is known by its name, whatever its provider and date add to it', () => {
  const priceOf = createPriceOf([])
  const names = [
    'claude-sonnet-4-5',
    'claude-sonnet-4-5-20250929',
    'anthropic/claude-sonnet-4-5',
    'Claude-Sonnet-4-5[1m]',
  ]
  const others = ['us.anthropic.claude-sonnet-4-5-20250929-v1:0', 'claude-sonnet-4-5@20250929']
  for (const name of [...names, ...others]) assert.equal(costOf(million, priceOf(name)), 3 + 15 + 0.3 + 3.75, name)
})

test('an unknown model has no price, and costs no nothing', () => {
  const priceOf = createPriceOf([])
  for (const name of ['kestrel-70b', '', 'toString', 'claude', 'gpt-55'])
    assert.equal(costOf(million, priceOf(name)), null)
})

test('prices of a person are over the table; a cache costs as the input unless it is said', () => {
  const priceOf = createPriceOf(['kestrel-70b 0.5/1.5', 'claude-sonnet-4-5 1/2/0.1/0.2', 'local 0/0'])
  assert.equal(costOf(million, priceOf('kestrel-70b')), 0.5 + 1.5 + 0.5 + 0.5)
  assert.ok(Math.abs((costOf(million, priceOf('claude-sonnet-4-5-20250929')) ?? 0) - 3.3) < 1e-9)
  assert.equal(costOf(million, priceOf('local')), 0)
})

test('what Claude Code reckoned for what it used is what the table makes of it', () => {
  const tokens = { input: 22, output: 14, cache_read: 0, cache_write: 0 }
  const cost = costOf(tokens, createPriceOf([])('claude-opus-5-5')) ?? 0
  assert.ok(Math.abs(cost - 0.00036799999999999995) < 1e-12)
})

test('a prompt that is longer than its model likes costs more, by what stands in its cache, too', () => {
  const priceOf = createPriceOf([])
  const short = { input: 1000, output: 1000, cache_read: 199_000, cache_write: 0 }
  assert.ok(Math.abs((costOf(short, priceOf('gemini-2.5-pro')) ?? 0) - (1.25 + 10 + 199 * 0.125) / 1000) < 1e-9)
  const long = { ...short, cache_read: 199_001 }
  assert.ok(Math.abs((costOf(long, priceOf('gemini-2.5-pro')) ?? 0) - (2.5 + 15 + 199.001 * 0.25) / 1000) < 1e-9)
})
