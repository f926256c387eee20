// One cycle of the mirror in its three steps: read the jobs, read the runs, write what is new.
import { createHash } from 'node:crypto'
import { ok, type Result } from '#base/result.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { GatewayProblem } from '#platform/server/gateway/problems.ts'
import type { SyntheticRun, SyntheticStrands } from '#rooms/flow/contract.ts'
import type { GatewayWay } from '../contract.ts'
import {
  addJobsOfRuns,
  changedJobs,
  forgottenJobs,
  mergeJobs,
  type KnownJob,
  type KnownJobs,
} from '../core/known-jobs.ts'
import { judgeRuns, type Punctuality } from '../core/punctuality.ts'
import { runIdOf, type Sha1 } from '../core/run-id.ts'
import type { CronMeaning } from '../core/schedule.ts'
import { toRun } from '../core/to-run.ts'
import { toStrand } from '../core/to-strand.ts'
import type { UpstreamJob, UpstreamRun } from '../core/upstream.ts'
import { createRunMemory, type RunMemory } from './run-memory.ts'
import type { UpstreamSource } from './source.ts'
import type { GatewayUsage } from '../contract.ts'
import type { MirrorStore } from './store.ts'

/** A run of the gateway that the history does not have yet. */
export type FreshRun = { readonly runId: string; readonly record: UpstreamRun }

export type JobsOutcome = { readonly jobs: number; readonly way: GatewayWay }
/** `polled` counts the runs that were read. */
export type RunsOutcome = { readonly polled: number; readonly fresh: readonly FreshRun[] }

export interface MirrorCycle {
  /** The jobs that were known when the service ended; strands are there before the gateway is. */
  restore(): Promise<void>
  /** JOBS: takes over every upstream job. Resolves with their number; refuses with why they can't be read. */
  readJobs(signal: AbortSignal): Promise<Result<JobsOutcome, GatewayProblem>>
  /** RUNS: resolves with the runs that the history does not have. */
  readRuns(signal: AbortSignal): Promise<Result<RunsOutcome, GatewayProblem>>
  /** WRITE: resolves with how many were inserted. May be called again with the same runs. */
  write(fresh: readonly FreshRun[]): Promise<number>
  /** What is known to have changed of one job, before it is read again. */
  applyJob(job: UpstreamJob): Promise<void>
  known(): KnownJobs
  punctualityOf(known: KnownJob): Punctuality
  runIdOf(record: UpstreamRun): string
}

export type CycleParts = {
  readonly source: UpstreamSource
  readonly store: MirrorStore
  /** Null while nothing keeps runs. */
  readonly strands: () => SyntheticStrands | null
  readonly cron: CronMeaning
  readonly clock: Clock
}

export function createCycle(parts: CycleParts): MirrorCycle {
  const { source, store, strands, clock } = parts
  const memory = createRunMemory()
  const book = createJobBook(parts, memory)

  return {
    async restore() {
      await book.adopt(await store.loadJobs(), 'restored')
    },
    async readJobs(signal) {
      const read = await source.jobs(signal)
      if (!read.ok) return read
      const { jobs, way, dropped } = read.value
      const known = book.known()
      await book.adopt(mergeJobs(known, dropped === 0 ? jobs : withUnread(known, jobs), clock.now()))
      return ok({ jobs: jobs.length, way })
    },
    async readRuns(signal) {
      const jobs = [...book.known().values()].filter(({ goneAtMs }) => goneAtMs === null).map(({ job }) => job)
      const read = await source.runs({ jobs, newestMs: memory.newestMs(), isRead: memory.isRead, signal })
      if (!read.ok) return read
      memory.asked(jobs)
      memory.remember(read.value)
      const withJobs = addJobsOfRuns(book.known(), read.value, clock.now())
      if (withJobs !== book.known()) await book.adopt(withJobs)
      const byId = new Map(read.value.map((record) => [book.runIdOf(record), record]))
      const there = await memory.there([...byId.keys()], strands())
      const fresh = [...byId].filter(([id]) => !there.has(id)).map(([runId, record]) => ({ runId, record }))
      return ok({ polled: byId.size, fresh })
    },
    async write(fresh) {
      if (fresh.length === 0) return 0
      const inserted = await strands()?.insertRuns(book.mirror(fresh))
      await store.saveUsage(fresh.flatMap(toUsage))
      memory.written(fresh.map(({ runId }) => runId))
      // Which slots were missed is told by the runs.
      await book.adopt(book.known())
      return inserted ?? 0
    },
    applyJob: (job) => book.adopt(mergeJobs(book.known(), withUnread(book.known(), [job]), clock.now())),
    known: book.known,
    punctualityOf: book.punctualityOf,
    runIdOf: book.runIdOf,
  }
}

/** The jobs that are known, told to the workflow room and written down as they change. */
function createJobBook({ store, strands, cron, clock }: CycleParts, memory: RunMemory) {
  let known: KnownJobs = new Map()
  const punctualityOf = (one: KnownJob): Punctuality =>
    judgeRuns(one, { runs: memory.history(one.job.id), nowMs: clock.now() }, cron)

  return {
    known: () => known,
    punctualityOf,
    runIdOf: (record: UpstreamRun): string => runIdOf(record, known.get(record.jobId)?.job.sessionTarget ?? null, sha1),
    async adopt(next: KnownJobs, from: 'read' | 'restored' = 'read'): Promise<void> {
      const before = from === 'restored' ? next : known
      known = next
      const nowMs = clock.now()
      strands()?.replace(
        [...next.values()].map((one) => toStrand(one, { nowMs, missed: punctualityOf(one).missed }, cron)),
      )
      await store.saveJobs({ changed: changedJobs(before, next), forgotten: forgottenJobs(before, next) })
    },
    mirror(fresh: readonly FreshRun[]): readonly SyntheticRun[] {
      return [...Map.groupBy(fresh, ({ record }) => record.jobId)].flatMap(([jobId, ofJob]) => {
        const job = known.get(jobId)
        if (job === undefined) return []
        const { slots } = punctualityOf(job)
        return ofJob.map(({ runId, record }) =>
          toRun(record, { runId, known: job, slotMs: slots.get(record.runAtMs) ?? null }),
        )
      })
    },
  }
}

const sha1: Sha1 = (prefix, text) => new Uint8Array(createHash('sha1').update(prefix).update(text).digest())

/** A list with gaps says nothing about the jobs that it does not name. */
function withUnread(known: KnownJobs, jobs: readonly UpstreamJob[]): readonly UpstreamJob[] {
  const named = new Set(jobs.map(({ id }) => id))
  const others = [...known.values()].filter(({ job, goneAtMs }) => goneAtMs === null && !named.has(job.id))
  return [...jobs, ...others.map(({ job }) => job)]
}

function toUsage({ runId, record }: FreshRun): readonly GatewayUsage[] {
  const { usage, jobId, sessionKey, ts, provider, model } = record
  if (usage === null) return []
  return [{ runId, jobId, sessionKey, atMs: ts, provider, model, ...usage }]
}
