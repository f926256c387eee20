// The jobs that the mirror knows: those of upstream, and those that were there once.
import { dayMs } from '#base/time.ts'
import { strandIdOf } from './strand-id.ts'
import type { UpstreamJob, UpstreamRun } from './upstream.ts'

export type KnownJob = {
  readonly job: UpstreamJob
  /** Given once and never again to another. */
  readonly strandId: string
  /** When it was first missing upstream, epoch milliseconds; null while it is there. */
  readonly goneAtMs: number | null
  /** Since when it has its present schedule and is switched as it is, as far as is known, epoch milliseconds. */
  readonly settledAtMs: number
}

export type KnownJobs = ReadonlyMap<string, KnownJob>

/** A job that is gone is shown this long; its runs stay in the history. */
const showGoneMs = 30 * dayMs

/** What the mirror knows after upstream's whole list; a list that was cut short must not come here. */
export function mergeJobs(known: KnownJobs, jobs: readonly UpstreamJob[], nowMs: number): KnownJobs {
  const next = new Map<string, KnownJob>()
  const present = new Set(jobs.map(({ id }) => id))
  const taken = new Set([...known.values()].map(({ strandId }) => strandId))
  for (const [id, one] of known) {
    if (present.has(id)) continue
    const goneAtMs = one.goneAtMs ?? nowMs
    if (nowMs - goneAtMs < showGoneMs) next.set(id, { ...one, goneAtMs })
  }
  for (const job of jobs.toSorted(byCreation)) {
    const old = known.get(job.id)
    const strandId = old?.strandId ?? strandIdOf(job.id, (id) => taken.has(id))
    taken.add(strandId)
    next.set(job.id, { job, strandId, goneAtMs: null, settledAtMs: settledAt(old, job, nowMs) })
  }
  return next
}

/** The gateway does not tell when a job was last changed: what it calls so moves with every run. */
function settledAt(old: KnownJob | undefined, job: UpstreamJob, nowMs: number): number {
  if (old === undefined) return job.createdAtMs
  const isSame = old.job.enabled === job.enabled && isEqual(old.job.schedule, job.schedule) && old.goneAtMs === null
  return isSame ? old.settledAtMs : nowMs
}

function byCreation(one: UpstreamJob, other: UpstreamJob): number {
  return one.createdAtMs - other.createdAtMs || (one.id < other.id ? -1 : 1)
}

/** Jobs that ran and were removed before anybody looked: all that is known of them stands in their runs. */
export function addJobsOfRuns(known: KnownJobs, runs: readonly UpstreamRun[], nowMs: number): KnownJobs {
  const unknown = runs.filter(({ jobId }) => !known.has(jobId))
  if (unknown.length === 0) return known
  const next = new Map(known)
  const taken = new Set([...known.values()].map(({ strandId }) => strandId))
  for (const run of unknown) {
    if (next.has(run.jobId)) continue
    const strandId = strandIdOf(run.jobId, (id) => taken.has(id))
    taken.add(strandId)
    next.set(run.jobId, { job: jobOf(run), strandId, goneAtMs: nowMs, settledAtMs: nowMs })
  }
  return next
}

function jobOf(run: UpstreamRun): UpstreamJob {
  const { intended } = run.delivery ?? {}
  const wasSent = run.delivered || run.deliveryStatus === 'not-delivered'
  return {
    id: run.jobId,
    name: run.jobName ?? run.jobId,
    description: '',
    enabled: false,
    createdAtMs: run.runAtMs,
    schedule: { kind: 'other', name: 'not known' },
    sessionTarget: null,
    deliveryMode: wasSent && intended !== undefined ? 'announce' : null,
    isSystem: false,
    nextRunAtMs: null,
    lastRunAtMs: run.runAtMs,
    tellsRuns: true,
    isRunning: false,
  }
}

/** The jobs whose rows have to be written: new ones, and those that changed otherwise than by running. */
export function changedJobs(before: KnownJobs, after: KnownJobs): readonly KnownJob[] {
  return [...after.values()].filter((one) => {
    const old = before.get(one.job.id)
    return old === undefined || old.goneAtMs !== one.goneAtMs || isOtherJob(old.job, one.job)
  })
}

/** Ids of the jobs that are not shown any more. */
export function forgottenJobs(before: KnownJobs, after: KnownJobs): readonly string[] {
  return [...before.keys()].filter((id) => !after.has(id))
}

function isOtherJob(one: UpstreamJob, other: UpstreamJob): boolean {
  return !isEqual(settled(one), settled(other))
}

/** Without what moves by itself with every run. */
function settled({
  nextRunAtMs: _next,
  lastRunAtMs: _last,
  tellsRuns: _tells,
  isRunning: _running,
  ...rest
}: UpstreamJob) {
  return rest
}

/** Both were made by the same code, so that their keys stand in the same order. */
function isEqual(one: object, other: object): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
