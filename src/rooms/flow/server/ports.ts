// What the workflow room needs from other rooms, and the seam between strands and what runs them.
import type { Result } from '#base/result.ts'
import type { Refusal } from '#platform/contract.ts'
import type { Principal } from '#platform/server/auth/auth.ts'
import type { BroughtStrand, LoadError, Run, SetJobEnabled } from '../contract.ts'
import type { Trigger } from './engine/trigger.ts'
import type { LoadedStrand } from './loaded-strand.ts'

/** What this room is opened with, besides its ground. */
export type FlowPorts = {
  /** The strands that other rooms bring along. */
  readonly strands: readonly BroughtStrand<AbortSignal>[]
  /** Reads the plugins anew, and answers the files that brought none. Never rejects for a bad file. */
  readonly plugins: { readonly load: () => Promise<readonly LoadError[]> }
  /** Null: no gateway is there, and mirrored jobs can't be switched. */
  readonly setJobEnabled: SetJobEnabled | null
  /** Deletes the rows of nodes that were silent for a day, and answers how many; null where this service has no PostgreSQL. */
  readonly forgetGone: (() => Promise<number>) | null
  readonly auth: {
    /** What steps send as Bearer when they call the routes of plugins. */
    readonly stepToken: string
    /** Who asks, in a word, for the history of runs. */
    readonly nameOf: (principal: Principal | null) => string
  }
}

/**
 * The seam between strands and what runs them. Every method may be called at any time between `start` and `stop`.
 */
export interface WorkflowEngine {
  /** Resumes what a dead process left: finished steps keep their results, a step in flight runs again. */
  start(): Promise<void>
  /** Takes the strands as they now are; runs under way keep theirs. */
  setStrands(strands: readonly LoadedStrand[]): void
  /** Idempotent on `runId`: answers the run that is there. Refuses `not_found` (strand) and `invalid_request` (input). */
  trigger(trigger: Trigger): Promise<Result<{ readonly runId: string; readonly isNew: boolean }, Refusal>>
  /** Stops bodies and waits for them. Refuses `not_found`, and `conflict` for a run that is over. */
  cancel(runId: string, by: string): Promise<Result<Run, Refusal>>
  /** A new run that goes on where a failed or cancelled one ended; steps that succeeded are taken over. Refuses `not_found`, `conflict`. */
  retry(runId: string, by: string): Promise<Result<{ readonly runId: string }, Refusal>>
  /** Resolves with the run once it is over; null for an unknown one. */
  result(runId: string): Promise<Run | null>
  /** Stops taking work, aborts bodies, leaves their runs to be resumed. */
  stop(): Promise<void>
}
