// Schedules of the gateway as text, in words and as slots. What a cron expression means comes in as functions.
import { dayMs, fromIso, hourMs, minuteMs, secondMs, toIso } from '#base/time.ts'
import type { UpstreamSchedule } from './upstream.ts'

/** What cron expressions mean. `timezone` null: the zone of the service. */
export type CronMeaning = {
  /** Slots after `fromMs` and before `toMs`, oldest first, at most `limit`; none for an expression that can't be read. */
  readonly slots: (cron: CronText, range: { fromMs: number; toMs: number; limit: number }) => readonly number[]
  /** `every 30 minutes`; null for one that can't be read. */
  readonly words: (expr: string) => string | null
}
export type CronText = { readonly expr: string; readonly timezone: string | null }

/** What stands as the strand's schedule: a cron expression as it is, `every 30m`, `at <time>`, or the kind's name. */
export function scheduleText(schedule: UpstreamSchedule): string {
  switch (schedule.kind) {
    case 'cron':
      return schedule.expr
    case 'every':
      return `every ${shortest(schedule.everyMs)}`
    case 'at':
      return `at ${schedule.at}`
    case 'other':
      return schedule.name
  }
}

const units = [
  ['d', 'day', dayMs],
  ['h', 'hour', hourMs],
  ['m', 'minute', minuteMs],
  ['s', 'second', secondMs],
] as const

function shortest(spanMs: number): string {
  const unit = units.find(([, , ms]) => spanMs % ms === 0)
  return unit === undefined ? `${spanMs}ms` : `${spanMs / unit[2]}${unit[0]}`
}

export function scheduleWords(schedule: UpstreamSchedule, cron: CronMeaning): string {
  switch (schedule.kind) {
    case 'cron':
      return cron.words(schedule.expr) ?? schedule.expr
    case 'every':
      return everyWords(schedule.everyMs)
    case 'at':
      return `once, at ${toIso(fromIso(schedule.at)).slice(0, 16).replace('T', ' ')} UTC`
    case 'other':
      return otherWords[schedule.name] ?? schedule.name
  }
}

const otherWords: Readonly<Record<string, string>> = { 'on-exit': 'when a program ends', stream: 'as events come in' }

function everyWords(everyMs: number): string {
  const unit = units.find(([, , ms]) => everyMs % ms === 0)
  if (unit === undefined) return `every ${everyMs} ms`
  const count = everyMs / unit[2]
  return count === 1 ? `every ${unit[1]}` : `every ${count} ${unit[1]}s`
}

/** The gateway counts `every` from the last run, not from the anchor that it keeps. */
export function anchoredAt(schedule: UpstreamSchedule, atMs: number): UpstreamSchedule {
  return schedule.kind === 'every' ? { ...schedule, anchorMs: atMs } : schedule
}

export type SlotRange = { readonly fromMs: number; readonly toMs: number; readonly limit: number }

/** Times of the schedule after `fromMs` and before `toMs`, oldest first, at most `limit`. */
export function slotsOf(schedule: UpstreamSchedule, range: SlotRange, cron: CronMeaning): readonly number[] {
  const { fromMs, toMs, limit } = range
  switch (schedule.kind) {
    case 'cron':
      return cron.slots({ expr: schedule.expr, timezone: schedule.tz }, range)
    case 'every': {
      const { everyMs, anchorMs } = schedule
      const first = anchorMs + (Math.floor((fromMs - anchorMs) / everyMs) + 1) * everyMs
      const count = Math.max(0, Math.min(limit, Math.ceil((toMs - first) / everyMs)))
      return Array.from({ length: count }, (_, index) => first + index * everyMs)
    }
    case 'at': {
      const at = fromIso(schedule.at)
      return at > fromMs && at < toMs ? [at] : []
    }
    case 'other':
      return []
  }
}

/** The coming slots as ISO 8601, soonest first. What the gateway itself plans next comes first. */
export function comingSlots(
  job: { readonly schedule: UpstreamSchedule; readonly enabled: boolean; readonly nextRunAtMs: number | null },
  { nowMs, limit }: { nowMs: number; limit: number },
  cron: CronMeaning,
): readonly string[] {
  const { nextRunAtMs: next, schedule, enabled } = job
  if (!enabled || next === null) return []
  const range = { fromMs: Math.max(next, nowMs), toMs: Number.MAX_SAFE_INTEGER, limit: limit - 1 }
  return [next, ...slotsOf(anchoredAt(schedule, next), range, cron)].map(toIso)
}
