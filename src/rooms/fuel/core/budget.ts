// How budgets stand, who is told, what is held back and what is stopped.
import type { Budget, BudgetStand, Sums } from '../contract.ts'
import { noSums } from './sums.ts'
import { amountWords } from './words.ts'

/** A session that used anything today, with all that it ever used. */
export type SessionFuel = { readonly id: string; readonly agent: string; readonly label: string; readonly sums: Sums }

export type FuelNow = {
  /** Of today, by agent. */
  readonly agents: ReadonlyMap<string, Sums>
  readonly today: Sums
  readonly sessions: readonly SessionFuel[]
}

/** From here on a budget is told of. */
export const warnShare = 0.8

/** Each budget once; one for every session as the session stands that used most of it. */
export function standsOf(budgets: readonly Budget[], now: FuelNow): BudgetStand[] {
  return budgets.map((budget) => {
    if (budget.per === 'day') return dayStand(budget, now)
    const each = sessionStands(budgets, budget, now)
    const most = each.toSorted((one, other) => other.used - one.used)[0]
    return most ?? stand(budget, { sums: noSums, name: nameOf(budget), sessionId: budget.session_id })
  })
}

/** Every budget of a day, and every session of a budget of sessions, that is warned of or over. */
export function nearLimit(budgets: readonly Budget[], now: FuelNow): BudgetStand[] {
  return budgets
    .flatMap((budget) => (budget.per === 'day' ? [dayStand(budget, now)] : sessionStands(budgets, budget, now)))
    .filter(({ state }) => state !== 'within')
}

function dayStand(budget: Budget, { agents, today }: FuelNow): BudgetStand {
  const sums = budget.agent === null ? today : (agents.get(budget.agent) ?? noSums)
  return stand(budget, { sums, name: nameOf(budget), sessionId: null })
}

function sessionStands(budgets: readonly Budget[], budget: Budget, { sessions }: FuelNow): BudgetStand[] {
  const own = new Set(budgets.flatMap(({ session_id: id, unit }) => (id !== null && unit === budget.unit ? [id] : [])))
  const isOf = ({ id, agent }: SessionFuel): boolean =>
    budget.session_id === null
      ? !own.has(id) && (budget.agent === null || budget.agent === agent)
      : id === budget.session_id
  return sessions.filter(isOf).map(({ id, label, sums }) => stand(budget, { sums, name: label, sessionId: id }))
}

type Counted = { readonly sums: Sums; readonly name: string; readonly sessionId: string | null }

function stand(budget: Budget, { sums, name, sessionId }: Counted): BudgetStand {
  const used = budget.unit === 'tokens' ? sums.tokens : (sums.cost_usd ?? 0)
  const share = used / budget.limit
  return {
    budget,
    name,
    session_id: sessionId,
    used,
    unpriced_tokens: budget.unit === 'tokens' ? 0 : sums.unpriced_tokens,
    state: share >= 1 ? 'over' : share >= warnShare ? 'warned' : 'within',
  }
}

function nameOf({ per, agent, session_id: session }: Budget): string {
  const who = agent ?? 'All agents'
  if (per === 'day') return `${who}, a day`
  return session === null ? `${agent ?? 'Every session'}${agent === null ? '' : ', each session'}` : 'One session'
}

/** What is asked to start. `id`: null for one that is not made yet. */
export type Starting = { readonly id: string | null; readonly agent: string }

export type HeldBack = { readonly reason: string; readonly hint: string }

/** Why nothing of that kind starts now; null where it may. */
export function heldBack(over: readonly BudgetStand[], { id, agent }: Starting): HeldBack | null {
  const holding = over.find(
    ({ state, budget, session_id: its }) =>
      state === 'over' &&
      budget.at_limit !== 'warn' &&
      (budget.per === 'day' ? budget.agent === null || budget.agent === agent : its !== null && its === id),
  )
  return holding === undefined ? null : heldWords(holding)
}

/** Of all agents, for a page that asks for none. */
export function heldForAll(over: readonly BudgetStand[]): HeldBack | null {
  return heldBack(
    over.filter(({ budget }) => budget.per === 'day' && budget.agent === null),
    { id: null, agent: '' },
  )
}

function heldWords({ budget, used, name }: BudgetStand): HeldBack {
  const [spent, limit] = [amountWords(used, budget.unit), amountWords(budget.limit, budget.unit)]
  if (budget.per === 'day')
    return {
      reason: `The budget of the day is used up (${name}): ${spent} of ${limit}, so nothing new starts until midnight.`,
      hint: `Raise it, or take it out: orrery fuel budgets`,
    }
  return {
    reason: `This session used ${spent} of its budget of ${limit}; a restart goes on spending from there.`,
    hint: `Raise its budget first: orrery fuel budgets`,
  }
}

/** Why a budget stops this session; null where none does. */
export function stopsFor(over: readonly BudgetStand[], starting: Starting): string | null {
  const stopping = over.filter(({ budget }) => budget.at_limit === 'stop')
  const held = heldBack(stopping, starting)
  if (held === null) return null
  const { budget, used, name } = stopping.find((each) => heldBack([each], starting) !== null) ?? {}
  if (budget === undefined || used === undefined) return null
  const whose = budget.per === 'day' ? `the budget of the day (${name})` : 'its budget'
  return `stopped: ${whose} is used up, ${amountWords(used, budget.unit)} of ${amountWords(budget.limit, budget.unit)}`
}
