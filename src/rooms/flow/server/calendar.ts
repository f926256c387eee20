// Answers GET /api/flow/calendar.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { err, ok, type Result } from '#base/result.ts'
import { dayMs, fromIso, toIso } from '#base/time.ts'
import type { Refusal } from '#platform/contract.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Strand } from '../contract.ts'
import { calendarDays, type CalendarAnswer } from '../contract/calendar.ts'
import { frequentPerDay, mostEntries, toCalendar } from '../core/calendar.ts'
import type { SlotsFor } from './cron.ts'
import type { History } from './store/history.ts'

export type CalendarSources = {
  readonly strands: () => readonly Strand[]
  readonly history: History
  readonly slotsFor: SlotsFor
  readonly clock: Clock
}

type Range = { readonly from: string; readonly to: string }

/** Refuses `invalid_request` for a range that is empty or too long. */
export async function readCalendar(
  parts: CalendarSources,
  { from, to }: Range,
): Promise<Result<CalendarAnswer, Refusal>> {
  const lengthMs = fromIso(to) - fromIso(from)
  if (lengthMs <= 0 || lengthMs > calendarDays * dayMs) return err(wrongRange)
  const strands = parts.strands().filter(({ enabled }) => enabled)
  const frequent = frequentOnes(strands, parts.slotsFor)
  const planned: Planned[] = []
  for (const strand of strands) {
    if (frequent.has(strand.id) || planned.length >= mostEntries) continue
    planned.push(...plannedOf(strand, parts, { from, to }))
    // Slots in a time zone are slow to find: others get their turn.
    await nextTurn()
  }
  const runs = await parts.history.runsBetween(from, to, mostEntries)
  const missed = await parts.history.missedBetween(from, to, mostEntries)
  return ok(toCalendar({ runs, missed, planned, frequent }))
}

function frequentOnes(strands: readonly Strand[], slotsFor: SlotsFor): Map<string, number> {
  const counted = strands.flatMap(({ id, schedule, timezone, origin }) => {
    if (schedule === null || origin === 'synthetic') return []
    const { perDay } = slotsFor(schedule, timezone)
    return perDay > frequentPerDay ? [[id, perDay] as const] : []
  })
  return new Map(counted)
}

type Planned = { readonly strandId: string; readonly at: string }

/** A mirrored job's slots are known as far as the gateway tells them. */
function plannedOf(strand: Strand, { slotsFor, clock }: CalendarSources, { from, to }: Range): Planned[] {
  const { id, schedule, timezone, origin } = strand
  if (origin === 'synthetic') {
    return strand.next_runs.filter((at) => at >= from && at < to).map((at) => ({ strandId: id, at }))
  }
  const fromMs = Math.max(fromIso(from) - 1, clock.now())
  const untilMs = fromIso(to) - 1
  if (schedule === null || fromMs >= untilMs) return []
  const slots = slotsFor(schedule, timezone).between(fromMs, untilMs, calendarDays * frequentPerDay)
  return slots.map((slot) => ({ strandId: id, at: toIso(slot) }))
}

const wrongRange: Refusal = {
  error: 'invalid_request',
  reason: `The range must end after it begins and cover at most ${calendarDays} days.`,
  details: [{ field: 'to', reason: `must be after "from", by at most ${calendarDays} days` }],
}
