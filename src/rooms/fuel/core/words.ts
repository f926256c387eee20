// Amounts as people read them, on the page and on the command line alike.
import type { Budget, BudgetStand, LimitAct, Sums } from '../contract.ts'

/** `$29.45`, and below a cent as much as there is: `$0.0004`. */
export function dollars(cost: number): string {
  const digits = cost === 0 || cost >= 0.01 ? 2 : 4
  return `$${cost.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: cost >= 10_000 })}`
}

/** `812`, `31.4 k`, `2.6 M`. */
export function tokenWords(tokens: number): string {
  if (tokens < 1000) return String(tokens)
  const [divisor, unit] =
    tokens < 999_500 ? [1000, 'k'] : tokens < 999_500_000 ? [1_000_000, 'M'] : [1_000_000_000, 'G']
  const amount = tokens / divisor
  return `${amount >= 100 ? Math.round(amount) : Number(amount.toPrecision(3))} ${unit}`
}

/** A cost, or that nobody knows it: never nothing. */
export function costWords({ cost_usd: cost }: Pick<Sums, 'cost_usd'>): string {
  return cost === null ? 'price unknown' : dollars(cost)
}

export function amountWords(amount: number, unit: Budget['unit']): string {
  return unit === 'usd' ? dollars(amount) : `${tokenWords(amount)} tokens`
}

/** `$29.45 of $55.00`. */
export function usedWords({ used, budget }: Pick<BudgetStand, 'used' | 'budget'>): string {
  return `${amountWords(used, budget.unit)} of ${amountWords(budget.limit, budget.unit)}`
}

const atLimitWords: Readonly<Record<LimitAct, string>> = {
  warn: 'then tells you again',
  hold: 'then nothing new starts',
  stop: 'then stops what runs, and nothing new starts',
}

/** `warns at $44.00, then nothing new starts`. */
export function actWords({ limit, unit, at_limit: act }: Budget): string {
  return `warns at ${amountWords(limit * 0.8, unit)}, ${atLimitWords[act]}`
}

/** Of a share, whole percents: 99 until all of it is used. */
export function percentOf({ used, budget }: Pick<BudgetStand, 'used' | 'budget'>): number {
  const share = used / budget.limit
  return share >= 1 ? 100 : Math.min(99, Math.round(share * 100))
}
