// A mirrored job as a synthetic strand (specification, 'Synthetic strands').
import { toIso } from '#base/time.ts'
import type { KnownJob } from './known-jobs.ts'
import { comingSlots, scheduleText, scheduleWords, type CronMeaning } from './schedule.ts'
import { hasDelivery } from './upstream.ts'

export const execStep = 'EXEC'
export const deliverStep = 'DELIVER'

/** A step of a synthetic strand: drawn, never run from here. */
type SyntheticStep = {
  readonly id: string
  readonly name: string
  readonly after: readonly string[]
  readonly host: null
  readonly requires: readonly string[]
  readonly timeoutMs: number
  readonly retry: {
    readonly retries: number
    readonly delayMs: number
    readonly factor: number
    readonly maxDelayMs: number
  }
}

/** A strand as the workflow room takes it. */
export type MirroredStrand = {
  readonly definition: {
    readonly id: string
    readonly name: string
    readonly description: string
    readonly schedule: string
    readonly timezone: string | null
    readonly enabled: boolean
    readonly triggerType: 'cron'
    readonly modulePath: string
    readonly origin: 'synthetic'
    readonly seed: false
    readonly defaultHost: string
    readonly requiredCapabilities: readonly string[]
    readonly steps: readonly SyntheticStep[]
    readonly inputSchema: null
    readonly concurrency: number
    readonly missed: 'skip'
  }
  readonly jobId: string
  readonly scheduleWords: string
  readonly nextRuns: readonly string[]
  readonly readOnly: boolean
  readonly goneAt: string | null
  readonly hasDelivery: boolean
  /** Slots that nothing ran in, oldest first, ISO. */
  readonly missed: readonly string[]
}

/** As many as a strand names. */
const comingCount = 5

export function toStrand(
  { job, strandId, goneAtMs }: KnownJob,
  { nowMs, missed }: { nowMs: number; missed: readonly number[] },
  cron: CronMeaning,
): MirroredStrand {
  const isThere = goneAtMs === null
  return {
    definition: {
      id: strandId,
      name: `🦞 ${job.name}`,
      description: job.description,
      schedule: scheduleText(job.schedule),
      timezone: job.schedule.kind === 'cron' ? job.schedule.tz : null,
      enabled: job.enabled && isThere,
      triggerType: 'cron',
      modulePath: `synthetic://openclaw-cron/${job.id}`,
      origin: 'synthetic',
      seed: false,
      defaultHost: 'any',
      requiredCapabilities: [],
      steps: hasDelivery(job) ? [step(execStep, []), step(deliverStep, [execStep])] : [step(execStep, [])],
      inputSchema: null,
      concurrency: 1,
      missed: 'skip',
    },
    jobId: job.id,
    scheduleWords: scheduleWords(job.schedule, cron),
    nextRuns: isThere ? comingSlots(job, { nowMs, limit: comingCount }, cron) : [],
    readOnly: job.isSystem,
    goneAt: goneAtMs === null ? null : toIso(goneAtMs),
    hasDelivery: hasDelivery(job),
    missed: missed.map(toIso),
  }
}

/** The gateway alone knows how long it lets a run take and how often it tries again. */
function step(id: string, after: readonly string[]): SyntheticStep {
  const retry = { retries: 0, delayMs: 0, factor: 1, maxDelayMs: 0 }
  return { id, name: id, after, host: null, requires: [], timeoutMs: 0, retry }
}
