// Reads the gateway one thing at a time, and remembers how the last reading went.
import { oneAtATime } from '#base/one-at-a-time.ts'
import type { Result } from '#base/result.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { GatewayProblem } from '#platform/server/gateway/problems.ts'
import type { Log } from '#platform/server/log/log.ts'
import type { GatewayWay } from '../contract.ts'
import type { JobsOutcome, MirrorCycle, FreshRun, RunsOutcome } from './cycle.ts'

/** How the last reading went; `atMs` is null before the first that succeeded. */
export type LastReading = {
  readonly atMs: number | null
  readonly way: GatewayWay | null
  readonly problem: GatewayProblem | null
}

export interface Reader {
  jobs(signal: AbortSignal): Promise<Result<JobsOutcome, GatewayProblem>>
  runs(signal: AbortSignal): Promise<Result<RunsOutcome, GatewayProblem>>
  write(fresh: readonly FreshRun[]): Promise<number>
  /** All three, outside of the strand and without its rows. Never rejects: what fails is logged. */
  refresh(signal: AbortSignal): Promise<void>
  last(): LastReading
}

export function createReader({ cycle, clock, log }: { cycle: MirrorCycle; clock: Clock; log: Log }): Reader {
  let last: LastReading = { atMs: null, way: null, problem: null }
  /** An older list must not be taken over after a newer one. */
  const alone = oneAtATime()

  async function readJobs(signal: AbortSignal): Promise<Result<JobsOutcome, GatewayProblem>> {
    const read = await cycle.readJobs(signal)
    if (read.ok) last = { atMs: clock.now(), way: read.value.way, problem: null }
    else last = { ...last, problem: read.error }
    return read
  }

  async function readRuns(signal: AbortSignal): Promise<Result<RunsOutcome, GatewayProblem>> {
    const read = await cycle.readRuns(signal)
    if (!read.ok) last = { ...last, problem: read.error }
    return read
  }

  async function readAll(signal: AbortSignal): Promise<void> {
    const jobs = await readJobs(signal)
    const runs = jobs.ok ? await readRuns(signal) : null
    if (runs?.ok === true) await cycle.write(runs.value.fresh)
  }

  return {
    jobs: (signal) => alone(() => readJobs(signal)),
    runs: (signal) => alone(() => readRuns(signal)),
    write: (fresh) => alone(() => cycle.write(fresh)),
    async refresh(signal) {
      try {
        await alone(() => readAll(signal))
      } catch (error) {
        log.error({ err: error }, 'what the gateway told could not be kept; the next cycle tries again')
      }
    },
    last: () => last,
  }
}
