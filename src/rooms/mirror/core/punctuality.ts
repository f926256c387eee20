// Which slot of its schedule each run stands for, which runs were late, and which slots nothing ran in.
import { minuteMs } from '#base/time.ts'
import type { KnownJob } from './known-jobs.ts'
import { anchoredAt, slotsOf, type CronMeaning } from './schedule.ts'
import { isManual, type UpstreamRun } from './upstream.ts'

/** The part of a record that judging takes. */
export type PastRun = Pick<UpstreamRun, 'runAtMs' | 'nextRunAtMs' | 'runId'>

/** A run that began within this time of its slot is on time. */
export const graceMs = minuteMs
/** The newest are enough to see that something is wrong. */
const missedLimit = 50

export type Punctuality = {
  /** Slots by the runs' start times, epoch milliseconds; manual runs have none. */
  readonly slots: ReadonlyMap<number, number>
  /** Start times of the runs that were late. */
  readonly late: readonly number[]
  /** Slots that nothing ran in, oldest first. */
  readonly missed: readonly number[]
  /** Whether the next run should have begun by now. */
  readonly isOverdue: boolean
}

/** `runs` are those of one job, in any order; slots before the oldest of them are not judged. */
export function judgeRuns(
  { job, goneAtMs, settledAtMs }: KnownJob,
  { runs, nowMs }: { runs: readonly PastRun[]; nowMs: number },
  cron: CronMeaning,
): Punctuality {
  const slotsIn: SlotsIn = (anchorMs, fromMs, toMs) =>
    slotsOf(anchoredAt(job.schedule, anchorMs), { fromMs, toMs, limit: missedLimit }, cron)
  const slots = new Map<number, number>()
  const late: number[] = []
  const missed: number[] = []
  let before: PastRun | null = null
  for (const run of runs.toSorted((one, other) => one.runAtMs - other.runAtMs)) {
    if (!isManual(run)) {
      const slot = slotOf(run, before, slotsIn)
      if (slot !== null) slots.set(run.runAtMs, slot)
      if (slot !== null && run.runAtMs - slot > graceMs) late.push(run.runAtMs)
      if (before !== null) missed.push(...between(before, { slot, untilMs: run.runAtMs }, slotsIn))
    }
    before = run
  }
  // A job that was switched or changed since is judged from then on; what it was before is not known.
  const isJudged = job.enabled && goneAtMs === null && !job.isSystem
  const last = before
  const open = isJudged && last !== null ? between(last, { slot: null, untilMs: nowMs - graceMs }, slotsIn) : []
  const all = [...missed, ...open].filter((slot) => slot > settledAtMs)
  return {
    slots,
    late,
    missed: job.isSystem ? [] : all.slice(-missedLimit),
    isOverdue: isJudged && !job.isRunning && job.nextRunAtMs !== null && nowMs - job.nextRunAtMs > graceMs,
  }
}

type SlotsIn = (anchorMs: number, fromMs: number, toMs: number) => readonly number[]

/**
 * What was planned when the run before it ended, if the run began about then; else the slot of the schedule just before its
 * start; else what was planned, for which it then is late.
 */
function slotOf(run: PastRun, before: PastRun | null, slotsIn: SlotsIn): number | null {
  const planned = before?.nextRunAtMs ?? null
  const wasPlanned = planned !== null && planned <= run.runAtMs
  if (wasPlanned && run.runAtMs - planned <= graceMs) return planned
  const from = run.runAtMs - graceMs - 1
  return slotsIn(planned ?? from, from, run.runAtMs + 1).at(-1) ?? (wasPlanned ? planned : null)
}

/** Slots that were to come after the run before, without the one that the next run stands for. */
function between(
  { runAtMs, nextRunAtMs }: PastRun,
  { slot, untilMs }: { slot: number | null; untilMs: number },
  slotsIn: SlotsIn,
): readonly number[] {
  // Most runs begin when they were to: nothing lies in between.
  if (nextRunAtMs === null || untilMs - nextRunAtMs <= (slot === nextRunAtMs ? graceMs : 0)) return []
  return slotsIn(nextRunAtMs, Math.max(runAtMs, nextRunAtMs - 1), untilMs).filter((one) => one !== slot)
}
