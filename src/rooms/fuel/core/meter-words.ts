// What the meter in the bar shows: the budget of a day that is nearest to its limit, or what was used.
import type { BudgetStand, Fuel } from '../contract.ts'
import { dollars, percentOf, tokenWords, usedWords } from './words.ts'

export type MeterLook = {
  readonly text: string
  /** 0 to 1; null without a budget. */
  readonly part: number | null
  readonly state: BudgetStand['state']
  readonly title: string
}

export function meterOf({ budgets, today, held }: Pick<Fuel, 'budgets' | 'today' | 'held'>): MeterLook {
  const ofDay = budgets.filter(({ budget }) => budget.per === 'day')
  const [stand] = ofDay.toSorted((one, other) => other.used / other.budget.limit - one.used / one.budget.limit)
  const plain = today.cost_usd === null ? `${tokenWords(today.tokens)} tokens` : dollars(today.cost_usd)
  if (stand === undefined) {
    const unknown = today.unpriced_tokens > 0 ? `, ${tokenWords(today.unpriced_tokens)} tokens without a price` : ''
    return { text: plain, part: null, state: 'within', title: `Fuel today: ${plain}${unknown}` }
  }
  const amount = stand.budget.unit === 'usd' ? dollars(stand.used) : tokenWords(stand.used)
  const text = held !== null ? 'stopped' : amount
  const is = held !== null ? 'stopped: nothing new starts' : `${percentOf(stand)} %`
  return {
    text,
    part: Math.min(1, stand.used / stand.budget.limit),
    state: stand.state,
    title: `Fuel today: ${usedWords(stand)}, ${is}`,
  }
}
