// The routes of fuel; in legacy mode they are gone.
import { route } from '#platform/route.ts'
import type { BudgetsAnswer, BudgetsRequest, Fuel, UsageAnswer, UsageQuery } from './contract.ts'

const access = 'authenticated'

/** Today at a glance: what was used, how budgets stand, what has no price. */
export const readFuel = route<{ answer: Fuel }>()({ method: 'GET', path: '/api/fuel', access })

/** What was used in a span of days. */
export const readUsage = route<{ query: Partial<UsageQuery>; answer: UsageAnswer }>()({
  method: 'GET',
  path: '/api/fuel/usage',
  access,
})

/** The budgets, and how they stand. */
export const readBudgets = route<{ answer: BudgetsAnswer }>()({ method: 'GET', path: '/api/fuel/budgets', access })

/** Sets the budgets: those that are named, and no others. */
export const setBudgets = route<{ body: BudgetsRequest; answer: BudgetsAnswer }>()({
  method: 'PUT',
  path: '/api/fuel/budgets',
  access,
})
