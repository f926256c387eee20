// A mirrored job as a synthetic strand (specification, 'Synthetic strands').
import { toIso } from '#base/time.ts'
import { nextRunCount, type SyntheticStrand } from '#rooms/flow/contract.ts'
import type { KnownJob } from './known-jobs.ts'
import { comingSlots, scheduleText, scheduleWords, type CronMeaning } from './schedule.ts'
import { hasDelivery } from './upstream.ts'

export const execStep = 'EXEC'
export const deliverStep = 'DELIVER'

/** The strand whose runs read the gateway. */
export const mirrorId = 'openclaw-cron-mirror'

export function toStrand(
  { job, strandId, goneAtMs }: KnownJob,
  { nowMs, missed }: { nowMs: number; missed: readonly number[] },
  cron: CronMeaning,
): SyntheticStrand {
  const isThere = goneAtMs === null
  const exec = { id: execStep, after: [] }
  return {
    id: strandId,
    name: `🦞 ${job.name}`,
    description: job.description,
    schedule: scheduleText(job.schedule),
    scheduleWords: scheduleWords(job.schedule, cron),
    timezone: job.schedule.kind === 'cron' ? job.schedule.tz : null,
    enabled: job.enabled && isThere,
    modulePath: `synthetic://openclaw-cron/${job.id}`,
    steps: hasDelivery(job) ? [exec, { id: deliverStep, after: [execStep] }] : [exec],
    nextRuns: isThere ? comingSlots(job, { nowMs, limit: nextRunCount }, cron) : [],
    missed: missed.map(toIso),
    jobId: job.id,
    mirroredBy: mirrorId,
    readOnly: job.isSystem,
    goneAt: goneAtMs === null ? null : toIso(goneAtMs),
    hasDelivery: hasDelivery(job),
  }
}
