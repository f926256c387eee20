// Days of a time zone. Where clocks are changed a day has 23 hours or 25, and one may begin at one o'clock.
import { dayMs, fromIso, hourMs, minuteMs, toIso } from '#base/time.ts'

export interface Calendar {
  readonly timeZone: string
  /** `2026-11-23`. */
  dayOf(atMs: number): string
  /** When the day is over in which a time is. */
  endOfDay(atMs: number): number
}

const mostOfDayMs = 27 * hourMs

/** Throws for a zone that is none. */
export function calendarOf(timeZone: string): Calendar {
  // Sweden writes dates as ISO does.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  const dayOf = (atMs: number): string => format.format(atMs)
  return {
    timeZone,
    dayOf,
    endOfDay(atMs) {
      const today = dayOf(atMs)
      let [low, high] = [Math.floor(atMs / minuteMs), Math.floor((atMs + mostOfDayMs) / minuteMs)]
      while (high - low > 1) {
        const middle = Math.floor((low + high) / 2)
        if (dayOf(middle * minuteMs) === today) low = middle
        else high = middle
      }
      return high * minuteMs
    },
  }
}

/** So many days before a day. */
export function daysBefore(day: string, days: number): string {
  return toIso(fromIso(`${day}T00:00:00Z`) - days * dayMs).slice(0, 10)
}
