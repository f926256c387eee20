// How much happened when, as shares of a picture: 0 is its beginning or foot, 1 its end or top.
import { dayMs, fromIso, hourMs, minuteMs } from '#base/time.ts'
import type { ActivityDensity, DensityStep } from '../contract.ts'

export type Share = { readonly from: number; readonly to: number }

export type DensityBar = {
  readonly at: string
  readonly x: number
  readonly width: number
  readonly height: number
  /** The part of the height that failed. */
  readonly failed: number
}

export const stepMs: Readonly<Record<DensityStep, number>> = {
  minute: minuteMs,
  ten_minutes: 10 * minuteMs,
  hour: hourMs,
  day: dayMs,
}

/** Beside a bar a quarter of its place stays free. */
const filled = 0.75
/** One row beside ten thousand is still seen. */
const leastHeight = 0.06

export function barsOf({ since, until, step, parts }: ActivityDensity): DensityBar[] {
  const [from, to] = [fromIso(since), fromIso(until)]
  const most = Math.max(1, ...parts.map(({ rows }) => rows))
  return parts.map(({ at, rows, failures }) => ({
    at,
    x: (fromIso(at) - from) / (to - from),
    width: (stepMs[step] / (to - from)) * filled,
    height: Math.max(leastHeight, rows / most),
    failed: failures === 0 ? 0 : Math.max(leastHeight, failures / most),
  }))
}

/** The moment at a share of the picture. */
export function momentAt({ since, until }: Pick<ActivityDensity, 'since' | 'until'>, share: number): number {
  return Math.round(fromIso(since) + share * (fromIso(until) - fromIso(since)))
}

/** The part that is chosen by two dates; null for another choice, and for what the picture does not show. */
export function chosenShare(
  { since, until }: Pick<ActivityDensity, 'since' | 'until'>,
  chosen: { readonly since: string | null; readonly until: string | null },
): Share | null {
  const [first, last] = [fromIso(chosen.since ?? ''), fromIso(chosen.until ?? '')]
  if (Number.isNaN(first) || Number.isNaN(last)) return null
  const [from, to] = [fromIso(since), fromIso(until)]
  const share = (ms: number): number => Math.min(1, Math.max(0, (ms - from) / (to - from)))
  const found = { from: share(first), to: share(last) }
  return found.to > found.from ? found : null
}

const labels = 9

/** Moments that the axis names, the first and the last included. */
export function axisOf(density: Pick<ActivityDensity, 'since' | 'until'>): number[] {
  return Array.from({ length: labels }, (_, index) => momentAt(density, index / (labels - 1)))
}

const stepWords: Readonly<Record<DensityStep, string>> = {
  minute: 'a minute',
  ten_minutes: 'ten minutes',
  hour: 'an hour',
  day: 'a day',
}

/** The picture for who does not see it. */
export function wordsOfDensity(density: ActivityDensity, format: (count: number) => string): string {
  const { rows, failures } = sumOf(density)
  return `How much happened in ${stepWords[density.step]} each: ${format(rows)} in all, ${format(failures)} failed or refused`
}

/** All of its parts together. */
export function sumOf({ parts }: Pick<ActivityDensity, 'parts'>): { readonly rows: number; readonly failures: number } {
  const sum = { rows: 0, failures: 0 }
  for (const { rows, failures } of parts) {
    sum.rows += rows
    sum.failures += failures
  }
  return sum
}
