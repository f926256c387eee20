// What tokens cost: by the prices that a person set, else by the table that comes with this version.
import type { Tokens } from '../contract.ts'
import { priceTable, type Price } from './price-table.ts'

/** Null for a model that nobody knows a price of. */
export type PriceOf = (model: string) => Price | null

/** `own`: the setting fuel.prices, each as `kestrel-70b 0.50/1.50`. */
export function createPriceOf(own: readonly string[]): PriceOf {
  const set = new Map(own.flatMap((line) => ownPrice(line) ?? []))
  return (model) => set.get(model) ?? set.get(plainName(model)) ?? known(plainName(model))
}

function known(name: string): Price | null {
  return Object.hasOwn(priceTable, name) ? (priceTable[name] ?? null) : null
}

/** `<model> <input>/<output>[/<cache read>[/<cache write>]]`, dollars for a million tokens. A cache costs as the input unless it is said. */
function ownPrice(line: string): [string, Price][] | null {
  const [model, numbers = ''] = line.trim().split(/\s+/)
  const [input, output, cacheRead = input, cacheWrite = input] = numbers.split('/').map(Number)
  if (model === undefined || input === undefined || output === undefined) return null
  return [[model, { input, output, cache_read: cacheRead ?? input, cache_write: cacheWrite ?? input }]]
}

/** Without what providers, dates and sizes of context add to it. */
function plainName(model: string): string {
  return (model.split('/').at(-1) ?? model)
    .toLowerCase()
    .replace(/^(?:[a-z]{2,4}\.)?anthropic\./, '')
    .replace(/\[\w+\]$/, '')
    .replace(/-v\d+(?::\d+)?$/, '')
    .replace(/[-@](?:\d{8}|\d{4}-\d{2}-\d{2}|latest)$/, '')
}

/** In dollars; null without a price. */
export function costOf(tokens: Tokens, price: Price | null): number | null {
  if (price === null) return null
  const { input, output, cache_read, cache_write } = tokens
  const { long } = price
  const its = long !== undefined && input + cache_read + cache_write > long.above ? long : price
  const parts = [input * its.input, output * its.output, cache_read * its.cache_read, cache_write * its.cache_write]
  return parts.reduce((sum, part) => sum + part, 0) / 1_000_000
}
