// Sets budgets: all of them are sent, since the service keeps those that are named and no others.
import { call } from '#platform/web/api/call.ts'
import type { Problem } from '#platform/web/api/problem.ts'
import { report } from '#platform/web/ui/report.ts'
import { toastWithUndo } from '#platform/web/ui/toasts.ts'
import { readBudgets, setBudgets } from '../api.ts'
import type { Budget, BudgetsRequest } from '../contract.ts'
import { amountWords } from '../core/words.ts'
import { askFuel } from './fuel-now.ts'

type Asked = BudgetsRequest['budgets'][number]

/** Those that stand now, with a change: another screen may have set some meanwhile. Null where all went well. */
async function change(to: (budgets: readonly Budget[]) => readonly Asked[]): Promise<Problem | null> {
  const now = await call(readBudgets)
  if (!now.ok) return now.error
  const budgets = now.value.budgets.map(({ budget }) => budget)
  const answer = await call(setBudgets, { body: { budgets: [...to(budgets)] } })
  if (!answer.ok) return answer.error
  await askFuel()
  return null
}

/** Without an id it is a new one. */
export function saveBudget(budget: Asked): Promise<Problem | null> {
  return change((all) =>
    all.some(({ id }) => id === budget.id)
      ? all.map((each) => (each.id === budget.id ? budget : each))
      : [...all, budget],
  )
}

export async function raiseBudget(budget: Budget, limit: number): Promise<void> {
  const problem = await saveBudget({ ...budget, limit })
  if (problem !== null) return report('Not raised', problem)
  toastWithUndo({ tone: 'completed', title: `Raised to ${amountWords(limit, budget.unit)}` }, () => saveBudget(budget))
}

export async function removeBudget(budget: Budget): Promise<void> {
  const problem = await change((all) => all.filter(({ id }) => id !== budget.id))
  if (problem !== null) return report('Not taken out', problem)
  toastWithUndo({ tone: 'completed', title: 'Budget taken out' }, () => saveBudget(budget))
}
