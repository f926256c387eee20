// Budgets: shown, set, taken out.
import type { Cli } from '#platform/server/cli/cli.ts'
import { CliError } from '#platform/server/cli/cli-error.ts'
import { formatTable } from '#platform/server/cli/table.ts'
import type { Budget, BudgetsAnswer, BudgetsRequest, BudgetStand, LimitAct } from '../../contract.ts'
import { actWords, percentOf, usedWords } from '../../core/words.ts'
import { fuelRoutes } from '../bound-routes.ts'

export type BudgetOptions = {
  readonly per: Budget['per']
  readonly usd?: number
  readonly tokens?: number
  readonly agent?: string
  readonly session?: string
  readonly atLimit: LimitAct
  readonly id?: string
}

export async function showBudgets(cli: Cli): Promise<void> {
  tell(cli, await cli.api.ask(fuelRoutes.readBudgets))
}

/** One of the same kind is changed; so the same words twice set one budget. */
export async function setBudget(cli: Cli, options: BudgetOptions): Promise<void> {
  const { budgets } = await cli.api.ask(fuelRoutes.readBudgets)
  const fresh = budgetOf(options)
  const known = budgets.map(({ budget }) => budget)
  const changed = known.find((each) => (options.id === undefined ? isLike(each, fresh) : each.id === options.id))
  if (changed === undefined && options.id !== undefined) throw unknown(options.id)
  const others = known.filter((each) => each !== changed)
  await save(cli, [...others, { ...fresh, ...(changed === undefined ? {} : { id: changed.id }) }])
}

export async function removeBudget(cli: Cli, id: string): Promise<void> {
  const { budgets } = await cli.api.ask(fuelRoutes.readBudgets)
  const left = budgets.map(({ budget }) => budget).filter((budget) => budget.id !== id)
  if (left.length === budgets.length) throw unknown(id)
  await save(cli, left)
}

async function save(cli: Cli, budgets: BudgetsRequest['budgets']): Promise<void> {
  tell(cli, await cli.api.ask(fuelRoutes.setBudgets, { body: { budgets } }))
}

function tell(cli: Cli, answer: BudgetsAnswer): void {
  cli.output.result(answer, answer.budgets.length === 0 ? '' : budgetTable(cli, answer.budgets))
  if (answer.budgets.length === 0)
    cli.output.note('There are no budgets. Set one, as in: orrery fuel budgets set --usd 55 --at-limit stop')
}

function budgetOf({ per, usd, tokens, atLimit, ...of }: BudgetOptions): Omit<Budget, 'id'> {
  const [agent, session] = [of.agent ?? null, of.session ?? null]
  const limit = usd ?? tokens
  if (limit === undefined || (usd !== undefined && tokens !== undefined))
    throw new CliError('usage', 'a budget has one limit', {
      hints: ['Give --usd or --tokens, as in: orrery fuel budgets set --usd 55'],
    })
  const unit = usd === undefined ? 'tokens' : 'usd'
  const plain = { per: session === null ? per : 'session', agent, session_id: session, at_limit: atLimit } as const
  return { ...plain, unit, limit: unit === 'tokens' ? Math.round(limit) : limit }
}

function isLike(one: Budget, other: Omit<Budget, 'id'>): boolean {
  return (
    one.per === other.per && one.unit === other.unit && one.agent === other.agent && one.session_id === other.session_id
  )
}

function unknown(id: string): CliError {
  return new CliError('refused', `there is no budget ${id}`, { hints: ['See them with: orrery fuel budgets'] })
}

export function budgetTable({ output }: Cli, budgets: readonly BudgetStand[]): string {
  const colours = { within: 'dim', warned: 'yellow', over: 'red' } as const
  return formatTable(
    budgets,
    [
      { title: 'ID', text: ({ budget }) => budget.id },
      { title: 'BUDGET', text: ({ name }) => name, shrinks: { minimum: 14 } },
      { title: 'USED', text: usedWords, paint: (text, { state }) => output.paint(colours[state], text) },
      { title: '%', text: (stand) => `${percentOf(stand)} %` },
      { title: 'AT THE LIMIT', text: ({ budget }) => actWords(budget), shrinks: { minimum: 20 } },
    ],
    output.width,
  )
}
