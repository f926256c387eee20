// Cron expressions by croner: what is wrong with one, and the slots before and after a moment.
import { Cron } from 'croner'

/** The slots of one schedule, in milliseconds since the epoch, in its zone's local time. */
export interface Slots {
  /** The first one after the moment; null when there is none, as for the 31st of February. */
  next(afterMs: number): number | null
  /** Those in (fromMs, untilMs], the newest `most` of them, oldest first. */
  between(fromMs: number, untilMs: number, most: number): number[]
}

/** Five fields or a nickname as @hourly. A zone of null is the machine's. Throws for what `cronProblem` names. */
export function slotsOf(schedule: string, timezone: string | null): Slots {
  const cron = open(schedule, timezone)
  return {
    next: (afterMs) => cron.nextRun(new Date(afterMs))?.getTime() ?? null,
    between(fromMs, untilMs, most) {
      // The library looks before the moment, and we want the moment itself, too.
      const newestFirst = cron.previousRuns(most, new Date(untilMs + 1000)).map((slot) => slot.getTime())
      return newestFirst.filter((slot) => slot > fromMs && slot <= untilMs).toReversed()
    },
  }
}

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
