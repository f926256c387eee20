// What a row of the benchmark is, what it reports, and when its goal is met.
import { median, percentile } from './stats.ts'

/** One promise of the product on speed. */
export type Row = {
  /** For `--only`, kebab-case. */
  readonly name: string
  /** Measures; may take some seconds. Rejects when it can't, as without tmux. Leaves nothing behind either way. */
  readonly run: () => Promise<readonly Line[]>
}

export type Line = {
  readonly title: string
  readonly unit: Unit
  readonly measured: number
  /** What the bare reference took in the same run; null where a promise is absolute. */
  readonly bare: number | null
  /** Against the reference: 0.5 of `at least` means half as fast, 2 of `at most` twice the cost. */
  readonly ratio: number | null
  readonly goal: Goal
  /** How it was measured, or what else was seen. */
  readonly note: string | null
}

export type Unit =
  'µs' | 'ms' | 'events/s' | 'runs/s' | 'KB' | 'MB' | '%' | 'processes' | 'layouts' | 'frames' | 'windows'

export type Goal = {
  /** What the limit is for: the ratio, or the measured value itself. */
  readonly of: 'ratio' | 'measured'
  readonly bound: 'at least' | 'at most'
  readonly limit: number
}

export function isMet({ goal, measured, ratio }: Line): boolean {
  const value = goal.of === 'ratio' ? ratio : measured
  if (value === null || !Number.isFinite(value)) return false
  return goal.bound === 'at least' ? value >= goal.limit : value <= goal.limit
}

export type Costs = {
  readonly title: string
  readonly unit: Unit
  /** One cost a round, ours and the reference's of the same round at the same index. */
  readonly ours: readonly number[]
  readonly bare: readonly number[]
  readonly goal: Goal
  readonly note: string
}

/**
 * For rounds of many operations. The ratio is the median of the rounds' own ones: the machine changes its pace from round
 * to round, and both sides of a round were measured at the same one.
 */
export function compareRounds({ ours, bare, note, ...line }: Costs): Line {
  const ratios = ours.map((cost, index) => ratioOf(line.goal, cost, bare[index] ?? Number.NaN))
  const [least, most] = [percentile(ratios, 0), percentile(ratios, 1)].map((ratio) => ratio.toFixed(2))
  return {
    ...line,
    measured: median(ours),
    bare: median(bare),
    ratio: median(ratios),
    note: `${note}; ${ratios.length} rounds from ${least}x to ${most}x`,
  }
}

/** For rounds of one operation, each of which may be struck by the machine's noise alone. */
export function compareMedians({ ours, bare, note, ...line }: Costs): Line {
  const [measured, reference] = [median(ours), median(bare)]
  const ratio = ratioOf(line.goal, measured, reference)
  return { ...line, measured, bare: reference, ratio, note: `${note}; median of ${ours.length}` }
}

function ratioOf({ bound }: Goal, cost: number, reference: number): number {
  return bound === 'at least' ? reference / cost : cost / reference
}

export function ratioAtLeast(limit: number): Goal {
  return { of: 'ratio', bound: 'at least', limit }
}

export function ratioAtMost(limit: number): Goal {
  return { of: 'ratio', bound: 'at most', limit }
}

export function atLeast(limit: number): Goal {
  return { of: 'measured', bound: 'at least', limit }
}

export function atMost(limit: number): Goal {
  return { of: 'measured', bound: 'at most', limit }
}
