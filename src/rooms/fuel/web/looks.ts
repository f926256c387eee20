// How far a budget is, as a dot and a tone.
import type { BudgetStand } from '../contract.ts'

/** The state whose dot stands for it; none while all is well. */
export const stateDot: Readonly<Record<BudgetStand['state'], string | null>> = {
  within: null,
  warned: 'awaiting_review',
  over: 'failed',
}

/** Said where only a dot stands. */
export const stateWords: Readonly<Record<BudgetStand['state'], string>> = {
  within: 'within',
  warned: 'past 80 percent',
  over: 'used up',
}
