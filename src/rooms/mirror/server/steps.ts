// The three steps of the strand `openclaw-cron-mirror`.
import type { Json } from '#base/json.ts'
import type { Result } from '#base/result.ts'
import type { GatewayProblem } from '#platform/server/gateway/problems.ts'
import type { StepCallOf } from '#rooms/flow/contract.ts'
import type { FreshRun } from './cycle.ts'
import type { Reader } from './reader.ts'

/** What a step of the mirror needs of its call; `runId` is the same for the three steps of one cycle. */
export type MirrorCall = Pick<StepCallOf<AbortSignal>, 'runId' | 'signal' | 'output'>

/** Each rejects with why it failed, in words. Where no gateway was ever seen they answer that it is not set up. */
export interface MirrorSteps {
  jobs(call: MirrorCall): Promise<Json>
  runs(call: MirrorCall): Promise<Json>
  write(call: MirrorCall): Promise<Json>
}

export type StepsParts = {
  readonly reader: Reader
  /** Whether any job is known. */
  readonly hasJobs: () => boolean
}

/** Cycles do not overlap; more than these were left by runs that were cancelled between their steps. */
const pendingLimit = 4

export function createSteps({ reader, hasJobs }: StepsParts): MirrorSteps {
  const pending = new Map<string, readonly FreshRun[]>()

  /** Most machines have no gateway, which is no failure of every fifth minute. */
  function isOff(problem: GatewayProblem | null): problem is GatewayProblem {
    return problem?.code === 'not_installed' && !hasJobs()
  }

  /** Kept for WRITE, which takes too much to travel as a step's result. */
  async function readRuns(call: MirrorCall) {
    const { polled, fresh } = orThrow(await reader.runs(call.signal))
    pending.set(call.runId, fresh)
    for (const runId of [...pending.keys()].slice(0, -pendingLimit)) pending.delete(runId)
    call.output(`${polled} runs read, ${fresh.length} of them new`)
    return { polled, fresh }
  }

  return {
    async jobs(call) {
      const read = await reader.jobs(call.signal)
      if (!read.ok && isOff(read.error)) return off(call, read.error)
      const { jobs, way } = orThrow(read)
      call.output(`${jobs} jobs by the ${way}`)
      return { jobs, way }
    },
    async runs(call) {
      const { problem } = reader.last()
      if (isOff(problem)) return off(call, problem)
      const { polled, fresh } = await readRuns(call)
      return { polled, fresh: fresh.length }
    },
    async write(call) {
      const { problem } = reader.last()
      if (isOff(problem)) return off(call, problem)
      // A service that died in between reads them anew.
      const fresh = pending.get(call.runId) ?? (await readRuns(call)).fresh
      const inserted = await reader.write(fresh)
      pending.delete(call.runId)
      call.output(`${inserted} runs written`)
      return { inserted }
    },
  }
}

function off(call: MirrorCall, { reason, hint }: GatewayProblem): Json {
  call.output(`nothing to mirror: ${reason}`)
  return { ok: false, error: 'not_set_up', reason, hint }
}

function orThrow<T>(result: Result<T, GatewayProblem>): T {
  if (result.ok) return result.value
  throw new Error(`${result.error.reason} ${result.error.hint}`)
}
