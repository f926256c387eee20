// How a span of time is cut into parts that rows are counted in: by so many characters of a time, so that each is a minute,
// ten of them, an hour or a day of the clock of the world.
import { dayMs, fromIso, hourMs, minuteMs, toIso } from '#base/time.ts'
import type { ActivityDensity, ActivitySpan, DensityStep } from '../contract.ts'

/** The shortest step of which a span has no more than `mostParts`. */
const steps: readonly { readonly step: DensityStep; readonly ms: number; readonly characters: number }[] = [
  { step: 'minute', ms: minuteMs, characters: 16 },
  { step: 'ten_minutes', ms: 10 * minuteMs, characters: 15 },
  { step: 'hour', ms: hourMs, characters: 13 },
  { step: 'day', ms: dayMs, characters: 10 },
]
const mostParts = 180
/** Of a longer time the end is counted: a year is more than is kept. */
const longestMs = 366 * dayMs
/** Where no beginning is said. */
const usualMs = dayMs

export type Cut = {
  readonly sinceMs: number
  readonly untilMs: number
  readonly step: DensityStep
  readonly characters: number
  readonly stepMs: number
}

/** The span that is asked about, beginning with a whole part. */
export function cutSpan(since: string | null, until: string | null, nowMs: number): Cut {
  const untilMs = until === null ? nowMs : fromIso(until)
  const asked = since === null ? untilMs - usualMs : fromIso(since)
  const fromMs = Math.max(Math.min(asked, untilMs), untilMs - longestMs)
  const fitting = steps.find(({ ms }) => (untilMs - fromMs) / ms <= mostParts) ?? lastStep
  const sinceMs = Math.floor(fromMs / fitting.ms) * fitting.ms
  return { sinceMs, untilMs, step: fitting.step, characters: fitting.characters, stepMs: fitting.ms }
}

const lastStep = { step: 'day', ms: dayMs, characters: 10 } as const

/** Spans that together are the whole: each is counted in a turn of its own. */
export function* piecesOf({ sinceMs, untilMs, stepMs, characters }: Cut): Generator<ActivitySpan> {
  const pieceMs = Math.max(stepMs, Math.ceil((untilMs - sinceMs) / stepMs / mostPieces) * stepMs)
  for (let fromMs = sinceMs; fromMs <= untilMs; fromMs += pieceMs) {
    // The moment of the end is asked for, too.
    yield { from: toIso(fromMs), to: toIso(Math.min(fromMs + pieceMs, untilMs + 1)), characters }
  }
}

const mostPieces = 12

/** Counts by the beginning of their times, as what is answered. */
export function toDensity(
  { sinceMs, untilMs, step }: Cut,
  rows: ReadonlyMap<string, number>,
  failures: ReadonlyMap<string, number>,
): Omit<ActivityDensity, 'is_complete'> {
  const parts = [...rows].map(([part, count]) => ({
    at: timeOf(part),
    rows: count,
    failures: failures.get(part) ?? 0,
  }))
  return { since: toIso(sinceMs), until: toIso(untilMs), step, parts: parts.toSorted((a, b) => (a.at < b.at ? -1 : 1)) }
}

/** `2026-11-20T10:1` is ten past ten. */
const timeOf = (part: string): string => part + '2026-01-01T00:00:00.000Z'.slice(part.length)
