// Sums as they are answered.
import type { Sums, Tokens } from '../contract.ts'
import { addTokens, noTokens, tokenSum } from './tokens.ts'

/** As they are kept; each null where there are no rows. `priced`: how many of the tokens have a price. */
export type CountedSums = { readonly [Key in keyof Tokens | 'priced' | 'cost']: number | null }

export const noSums: Sums = { ...noTokens, tokens: 0, cost_usd: 0, unpriced_tokens: 0 }

/** Of nothing the cost is nothing; of what has no price it is not known. */
export function sumsOf({ input, output, cache_read, cache_write, priced, cost }: CountedSums): Sums {
  const tokens = { input: input ?? 0, output: output ?? 0, cache_read: cache_read ?? 0, cache_write: cache_write ?? 0 }
  const total = tokenSum(tokens)
  const withPrice = priced ?? 0
  const isUnknown = total > 0 && withPrice === 0
  return {
    ...tokens,
    tokens: total,
    cost_usd: isUnknown ? null : rounded(cost ?? 0),
    unpriced_tokens: Math.max(0, total - withPrice),
  }
}

export function addSums(one: Sums, other: Sums): Sums {
  const known = one.cost_usd === null && other.cost_usd === null ? null : (one.cost_usd ?? 0) + (other.cost_usd ?? 0)
  return {
    ...addTokens(one, other),
    tokens: one.tokens + other.tokens,
    cost_usd: known === null ? null : rounded(known),
    unpriced_tokens: one.unpriced_tokens + other.unpriced_tokens,
  }
}

/** Sums of binary fractions end in noise. */
function rounded(cost: number): number {
  return Math.max(0, Math.round(cost * 1e9) / 1e9)
}
