// What the mirror remembers of the runs that it read: which are written, and when each job ran last.
import type { PastRun } from '../core/punctuality.ts'
import type { UpstreamJob, UpstreamRun } from '../core/upstream.ts'
import type { SyntheticStrands } from '#rooms/flow/contract.ts'

export interface RunMemory {
  remember(records: readonly UpstreamRun[]): void
  /** The newest runs of a job that were read, newest first. */
  history(jobId: string): readonly PastRun[]
  /** The runs of these jobs were asked for. */
  asked(jobs: readonly UpstreamJob[]): void
  /** Whether the run that a job calls its last was read. */
  isRead(job: UpstreamJob): boolean
  /** When the newest record that was read was written, epoch milliseconds; null before the first reading. */
  newestMs(): number | null
  /** Which of these runs are kept already. */
  there(runIds: readonly string[], strands: SyntheticStrands | null): Promise<ReadonlySet<string>>
  written(runIds: readonly string[]): void
}

/** Runs of a job that its punctuality is judged by. */
const historyLimit = 20

export function createRunMemory(): RunMemory {
  const history = new Map<string, readonly PastRun[]>()
  const askedOf = new Set<string>()
  let kept: ReadonlySet<string> = new Set()
  let newestMs: number | null = null

  return {
    remember(records) {
      for (const [jobId, ofJob] of Map.groupBy(records, (record) => record.jobId)) {
        history.set(jobId, merge(history.get(jobId) ?? [], ofJob))
      }
      newestMs = records.reduce((newest, { ts }) => Math.max(newest, ts), newestMs ?? 0)
    },
    history: (jobId) => history.get(jobId) ?? [],
    asked(jobs) {
      for (const { id } of jobs) askedOf.add(id)
    },
    isRead({ id, lastRunAtMs, tellsRuns }) {
      // A job that never ran by its own account is believed once it was asked.
      if (lastRunAtMs === null) return tellsRuns && askedOf.has(id)
      return (history.get(id) ?? []).some(({ runAtMs }) => runAtMs >= lastRunAtMs)
    },
    newestMs: () => newestMs,
    async there(runIds, strands) {
      const open = runIds.filter((id) => !kept.has(id))
      const found = open.length === 0 || strands === null ? new Set<string>() : await strands.knownRuns(open)
      // Only what was read just now is asked for next.
      kept = new Set(runIds.filter((id) => kept.has(id) || found.has(id)))
      return kept
    },
    written(runIds) {
      kept = new Set([...kept, ...runIds])
    },
  }
}

function merge(old: readonly PastRun[], records: readonly UpstreamRun[]): readonly PastRun[] {
  const byStart = new Map(old.map((run) => [run.runAtMs, run]))
  for (const { runAtMs, nextRunAtMs, runId } of records) byStart.set(runAtMs, { runAtMs, nextRunAtMs, runId })
  return [...byStart.values()].toSorted((one, other) => other.runAtMs - one.runAtMs).slice(0, historyLimit)
}
