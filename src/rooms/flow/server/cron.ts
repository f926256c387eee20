// Cron expressions by croner: what is wrong with one, and the slots before and after a moment.
import { Cron, CronPattern } from 'croner'

/** The slots of one schedule, in milliseconds since the epoch, in its zone's local time. */
export interface Slots {
  /** The first ones after the moment; fewer when it has no more, as one for the 31st of February. */
  next(afterMs: number, count: number): readonly number[]
  /** Those in (fromMs, untilMs], the newest `most` of them, oldest first. */
  between(fromMs: number, untilMs: number, most: number): number[]
  /** How often it comes on a day on which it comes at all. */
  readonly perDay: number
}

export type SlotsFor = (schedule: string, timezone: string | null) => Slots

/**
 * Many strands share a schedule, and a slot in a zone costs a third of a millisecond: what was found is kept. The answer
 * throws for what `cronProblem` names.
 */
export function createSlotsFor(): SlotsFor {
  const known = new Map<string, Slots>()
  return (schedule, timezone) => {
    const key = `${schedule}\n${timezone ?? ''}`
    const slots = known.get(key) ?? slotsOf(schedule, timezone)
    known.set(key, slots)
    return slots
  }
}

/** Five fields or a nickname as @hourly. A zone of null is the machine's. */
function slotsOf(schedule: string, timezone: string | null): Slots {
  const cron = open(schedule, timezone)
  let kept: { readonly afterMs: number; readonly slots: readonly number[] } = { afterMs: Number.NaN, slots: [] }
  return {
    next(afterMs, count) {
      if (afterMs >= kept.afterMs) {
        const coming = kept.slots.filter((slot) => slot > afterMs)
        if (coming.length >= count) return coming.slice(0, count)
      }
      kept = { afterMs, slots: cron.nextRuns(count, new Date(afterMs)).map((slot) => slot.getTime()) }
      return kept.slots
    },
    between(fromMs, untilMs, most) {
      // The library looks before the moment, and we want the moment itself, too.
      const newestFirst = cron.previousRuns(most, new Date(untilMs + 1000)).map((slot) => slot.getTime())
      return newestFirst.filter((slot) => slot > fromMs && slot <= untilMs).toReversed()
    },
    get perDay() {
      const { minute, hour } = new CronPattern(schedule, undefined, { mode: '5-part' })
      return count(minute) * count(hour)
    },
  }
}

const count = (marks: readonly number[]): number => marks.filter((mark) => mark !== 0).length

/** What is wrong with an expression, as a sentence without its subject; null when it is fine. */
export function cronProblem(schedule: string, timezone: string | null): string | null {
  try {
    // The zone is read with the first slot only.
    if (open(schedule, timezone).nextRun() === null) return `"${schedule}" never comes`
    return null
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n', 1)[0] : String(error)
    if (timezone !== null && !isTimezone(timezone)) return `"${timezone}" is no time zone; write it as Europe/Berlin`
    return `"${schedule}" is no cron expression of five fields: ${(reason ?? '').replace(/^Cron\w+: /, '')}`
  }
}

function open(schedule: string, timezone: string | null): Cron {
  return new Cron(schedule, { paused: true, mode: '5-part', ...(timezone === null ? {} : { timezone }) })
}

function isTimezone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}
