// For tests: the recorded answers of a real gateway, parsed, and a keeper of strands and runs in memory.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { until } from '#platform/server/tmux/tmux.testkit.ts'
import type { SyntheticRun, SyntheticStrand, SyntheticStrands } from '#rooms/flow/contract.ts'
import type { KnownJob } from './core/known-jobs.ts'
import type { Sha1 } from './core/run-id.ts'
import type { UpstreamJob, UpstreamRun } from './core/upstream.ts'
import { parseJobs, parseRuns } from './server/upstream-schema.ts'

export type Raw = Record<string, unknown>

const read = (name: string): unknown => JSON.parse(readFileSync(join(import.meta.dirname, 'samples', name), 'utf8'))

/** As `cron.list` answers it. */
export const rawJobs = (): Raw[] => (read('cron-list.json') as { jobs: Raw[] }).jobs
/** As `cron.runs` answers it, newest first. */
export const rawRuns = (): Raw[] => (read('cron-runs.json') as { entries: Raw[] }).entries

export const sampleJobs = (): readonly UpstreamJob[] => parseJobs({ jobs: rawJobs() })?.items ?? []
export const sampleRuns = (): readonly UpstreamRun[] => parseRuns({ entries: rawRuns() })?.items ?? []

/** A job as cron.list would answer it, with what the test is about. */
export function rawJob(id: string, more: Raw = {}): Raw {
  return {
    id,
    name: `Job ${id.slice(0, 4)}`,
    enabled: true,
    createdAtMs: 1_795_000_000_000,
    schedule: { kind: 'cron', expr: '0 * * * *', tz: 'UTC' },
    sessionTarget: 'isolated',
    payload: { kind: 'agentTurn', message: 'x' },
    state: {},
    ...more,
  }
}

export function job(more: Raw = {}, id = '5ae95194-0172-42c9-86ac-5642161f3f14'): UpstreamJob {
  const parsed = parseJobs({ jobs: [rawJob(id, more)] })?.items[0]
  if (parsed === undefined) throw new Error('the job has a form that is not understood')
  return parsed
}

export function knownJob(more: Raw = {}): KnownJob {
  return { job: job(more), strandId: 'openclaw-cron-5ae95194', goneAtMs: null, settledAtMs: 0 }
}

export function run(more: Raw = {}): UpstreamRun {
  const record = { ts: 1_795_000_005_000, jobId: job().id, status: 'ok', runAtMs: 1_795_000_000_000, durationMs: 5000 }
  const parsed = parseRuns({ entries: [{ ...record, ...more }] })?.items[0]
  if (parsed === undefined) throw new Error('the record has a form that is not understood')
  return parsed
}

export const sha1: Sha1 = (prefix, text) => new Uint8Array(createHash('sha1').update(prefix).update(text).digest())

export type StrandsKeeper = SyntheticStrands & {
  strands: readonly SyntheticStrand[]
  readonly runs: Map<string, SyntheticRun>
  /** How often `insertRuns` was called. */
  writes: number
}

export function keepStrands(): StrandsKeeper {
  const keeper: StrandsKeeper = {
    strands: [],
    runs: new Map(),
    writes: 0,
    replace: (strands) => void (keeper.strands = strands),
    async insertRuns(runs) {
      keeper.writes += 1
      const fresh = runs.filter(({ run }) => !keeper.runs.has(run.run_id))
      for (const one of fresh) keeper.runs.set(one.run.run_id, one)
      return fresh.length
    },
    knownRuns: async (ids) => new Set(ids.filter((id) => keeper.runs.has(id))),
  }
  return keeper
}

/** Waits for what has no event of its own; the failing line says what. */
export const eventually = (condition: () => boolean | Promise<boolean>): Promise<void> =>
  until(condition.toString(), condition)
