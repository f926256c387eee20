// Days and hours of the calendar in the reader's own time zone, and what falls into each.
import type { CalendarEntry } from '../../contract/calendar.ts'

export type Day = {
  /** As in the address: `2026-11-20`. */
  readonly key: string
  readonly startMs: number
  readonly endMs: number
}

/** Seven days around that day: what ran the day before, and mostly what is to come, whatever day of the week it is. */
export function weekAround(key: string): Day[] {
  const [year = 0, month = 1, day = 1] = key.split('-').map(Number)
  return Array.from({ length: 7 }, (_, index) => dayAt(year, month - 1, day - 1 + index))
}

export function dayOf(key: string): Day {
  const [year = 0, month = 1, day = 1] = key.split('-').map(Number)
  return dayAt(year, month - 1, day)
}

/** The day so many days later; a day of the clock's change has 23 or 25 hours. */
export function shifted(key: string, days: number): string {
  const [year = 0, month = 1, day = 1] = key.split('-').map(Number)
  return dayAt(year, month - 1, day + days).key
}

export function keyOf(ms: number): string {
  const at = new Date(ms)
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

/** What the address asks for, if it is a day. */
export function validKey(text: string): string | null {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && keyOf(dayOf(text).startMs) === text ? text : null
}

/** Entries by the hour of the clock in which they lie, in order; hours in which nothing happens are left out. */
export function byHour(entries: readonly CalendarEntry[], day: Day): ReadonlyMap<number, readonly CalendarEntry[]> {
  const hours = new Map<number, CalendarEntry[]>()
  for (const entry of entries) {
    const ms = Date.parse(entry.at)
    if (ms < day.startMs || ms >= day.endMs) continue
    const hour = new Date(ms).getHours()
    hours.set(hour, [...(hours.get(hour) ?? []), entry])
  }
  for (const found of hours.values()) found.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
  return hours
}

function dayAt(year: number, month: number, day: number): Day {
  const start = new Date(year, month, day)
  const end = new Date(year, month, day + 1)
  return { key: keyOf(start.getTime()), startMs: start.getTime(), endMs: end.getTime() }
}

const two = (value: number): string => String(value).padStart(2, '0')
