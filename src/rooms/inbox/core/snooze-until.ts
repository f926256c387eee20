// Until when something is put off, as a person says it.
import { dayMs, fromIso, hourMs, minuteMs } from '#base/time.ts'

/** Hours of the day at which a person looks again, as on their own clock. */
export const eveningHour = 18
export const morningHour = 9

const units: Readonly<Record<string, number>> = { m: minuteMs, min: minuteMs, h: hourMs, d: dayMs }
/** Whoever puts it off for longer does not want to see it. */
const longestMs = 366 * dayMs

/** The clock of the person. */
export type TheirClock = {
  /** That time of the day so many days from now, in milliseconds; an hour may have a fraction. */
  readonly at: (days: number, hour: number) => number
  /** As `2026-11-20`. */
  readonly today: string
}

const forms = {
  span: /^(?<count>\d{1,6}) ?(?<unit>m|min|h|d)$/,
  time: /^(?<hours>\d{1,2}):(?<minutes>\d\d)$/,
  day: /^(?<date>\d{4}-\d\d-\d\d)(?:[ T](?<hours>\d{1,2}):(?<minutes>\d\d))?$/,
} as const

/**
 * `20m`, `1h`, `2d`, `18:30`, `2026-11-25`, `2026-11-25 09:00`, `evening`, `tomorrow` in milliseconds since 1970; `change` is
 * null: only then it comes back. Undefined for anything else, and for what is past.
 */
export function snoozeUntil(said: string, nowMs: number, clock: TheirClock): number | null | undefined {
  if (said === 'change') return null
  const ms = momentOf(said, nowMs, clock)
  return ms > nowMs && ms <= nowMs + longestMs ? ms : undefined
}

/** Not a number for what is no time. */
function momentOf(said: string, nowMs: number, { at, today }: TheirClock): number {
  if (said === 'tomorrow') return at(1, morningHour)
  if (said === 'evening') return next(eveningHour, nowMs, at)
  const span = forms.span.exec(said)?.groups
  if (span !== undefined) return nowMs + Number(span['count']) * (units[span['unit'] ?? ''] ?? Number.NaN)
  const time = forms.time.exec(said)?.groups
  if (time !== undefined) return next(hourOf(time), nowMs, at)
  const day = forms.day.exec(said)?.groups
  if (day === undefined) return Number.NaN
  const days = Math.round((midnight(day['date'] ?? '') - midnight(today)) / dayMs)
  return at(days, day['hours'] === undefined ? morningHour : hourOf(day))
}

/** Today, or tomorrow once it is past. */
function next(hour: number, nowMs: number, at: TheirClock['at']): number {
  return at(0, hour) > nowMs ? at(0, hour) : at(1, hour)
}

type Digits = Readonly<Record<string, string | undefined>>

function hourOf({ hours = '', minutes = '' }: Digits): number {
  const [hour, minute] = [Number(hours), Number(minutes)]
  return hour < 24 && minute < 60 ? hour + minute / 60 : Number.NaN
}

const midnight = (date: string): number => fromIso(`${date}T00:00:00.000Z`)
