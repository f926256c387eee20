// The picture of days: bars of agents one over the other, what has no price on top, and the limits of a day.
import type { BudgetStand, UsageGroupRow } from '../contract.ts'
import { daysBefore } from './local-day.ts'

/** A part of a bar, from the foot of the plot up; `value` is in dollars, or tokens where nothing has a price. */
export type BarPart = { readonly tone: 'one' | 'two' | 'rest' | 'unknown'; readonly from: number; readonly to: number }
export type DayBar = { readonly day: string; readonly parts: readonly BarPart[]; readonly words: string }

export type DayPlot = {
  readonly unit: 'usd' | 'tokens'
  /** The value at the top. */
  readonly top: number
  readonly ticks: readonly number[]
  readonly bars: readonly DayBar[]
  /** In the order of their tones. */
  readonly agents: readonly string[]
  readonly hasRest: boolean
  readonly hasUnknown: boolean
  readonly limits: readonly number[]
}

type Asked = {
  readonly days: readonly UsageGroupRow[]
  readonly to: string
  readonly count: number
  readonly budgets: readonly BudgetStand[]
  readonly describe: (row: UsageGroupRow | null, day: string) => string
}

/** How much of the plot the highest part without a price takes: its height tells tokens, not dollars. */
const unknownShare = 0.12
const tones = ['one', 'two'] as const

export function plotOf({ days, to, count, budgets, describe }: Asked): DayPlot {
  const isUnpriced = days.some(({ tokens }) => tokens > 0) && days.every(({ cost_usd: cost }) => (cost ?? 0) === 0)
  const unit = isUnpriced ? 'tokens' : 'usd'
  const agents = agentsOf(days, unit)
  const limits = budgets
    .filter(({ budget }) => budget.per === 'day' && budget.agent === null && budget.unit === unit)
    .map(({ budget }) => budget.limit)
  const highest = Math.max(0, ...days.map((row) => valueOf(row, unit)))
  const top = niceTop(Math.max(highest * 1.15, ...limits.filter((limit) => limit < highest * 4 || highest === 0)))
  const unknownTop = Math.max(0, ...days.map(({ unpriced_tokens: tokens }) => tokens))
  const byDay = new Map(days.map((row) => [row.id, row]))
  const bars = Array.from({ length: count }, (_, each) => {
    const day = daysBefore(to, count - 1 - each)
    const row = byDay.get(day) ?? null
    const parts = row === null ? [] : partsOf(row, { unit, agents, unknown: (top * unknownShare) / (unknownTop || 1) })
    return { day, parts, words: describe(row, day) }
  })
  return {
    unit,
    top,
    ticks: ticksUpTo(top),
    bars,
    agents: agents.slice(0, tones.length),
    hasRest: agents.length > tones.length,
    hasUnknown: unit === 'usd' && unknownTop > 0,
    limits: limits.filter((limit) => limit <= top),
  }
}

function valueOf(row: Pick<UsageGroupRow, 'cost_usd' | 'tokens'>, unit: DayPlot['unit']): number {
  return unit === 'usd' ? (row.cost_usd ?? 0) : row.tokens
}

/** Those that used the most first. */
function agentsOf(days: readonly UsageGroupRow[], unit: DayPlot['unit']): string[] {
  const sums = new Map<string, number>()
  for (const { agents } of days)
    for (const part of agents) sums.set(part.agent, (sums.get(part.agent) ?? 0) + valueOf(part, unit))
  return [...sums].toSorted(([, one], [, other]) => other - one).map(([agent]) => agent)
}

type Scale = { readonly unit: DayPlot['unit']; readonly agents: readonly string[]; readonly unknown: number }

function partsOf(row: UsageGroupRow, { unit, agents, unknown }: Scale): BarPart[] {
  const parts: BarPart[] = []
  let from = 0
  const add = (tone: BarPart['tone'], height: number): void => {
    if (height <= 0) return
    parts.push({ tone, from, to: from + height })
    from += height
  }
  const of = (isOne: (agent: string) => boolean): number =>
    row.agents.filter(({ agent }) => isOne(agent)).reduce((sum, part) => sum + valueOf(part, unit), 0)
  for (const [each, tone] of tones.entries())
    add(
      tone,
      of((agent) => agent === agents[each]),
    )
  add(
    'rest',
    of((agent) => agents.indexOf(agent) >= tones.length),
  )
  if (unit === 'usd') add('unknown', row.unpriced_tokens * unknown)
  return parts
}

/** The next of 1, 2, 4, 6, 8 times a power of ten. */
function niceTop(value: number): number {
  if (value <= 0) return 4
  const power = 10 ** Math.floor(Math.log10(value))
  return ([1, 2, 4, 6, 8, 10].find((each) => each * power >= value) ?? 10) * power
}

/** Numbers that people say: a third of 6, of all others a quarter. */
function ticksUpTo(top: number): number[] {
  const lead = Math.round(top / 10 ** Math.floor(Math.log10(top)))
  const parts = lead === 6 ? 3 : 4
  return Array.from({ length: parts + 1 }, (_, part) => (top * part) / parts)
}
