// What the parts of the workflow room need from each other and from other rooms.
import type { Json } from '#base/json.ts'
import type { Result } from '#base/result.ts'
import type { Refusal } from '#platform/contract.ts'
import type { LoadError, Run, RunStep, StepCallOf } from '../contract.ts'
import type { StrandDefinition } from '../core/definition.ts'

/** What the engine hands to the body of a step. */
export type StepCall = StepCallOf<AbortSignal>

/**
 * A strand with its bodies. A run keeps the object that it began with, so that a reload changes later runs only.
 * `runStep` resolves with the result (undefined becomes null); it rejects with whatever the body threw, an Error or not.
 * It settles soon after `signal` aborts, even when the body does not listen.
 */
export type LoadedStrand = {
  readonly definition: StrandDefinition
  /** Changes whenever the text of its module does, so that a resumed run can say that its strand was edited meanwhile. */
  readonly version?: string
  readonly runStep: (call: StepCall) => Promise<Json>
}

/** Where strands come from. `load` reads everything anew; it never rejects for a bad file, and may be called again at any time. */
export interface StrandSource extends AsyncDisposable {
  load(): Promise<LoadedStrands>
}

/** What a reading of everything brought. */
export type LoadedStrands = {
  readonly strands: readonly LoadedStrand[]
  readonly errors: readonly LoadError[]
  /** Files that are there and could not be read, wholly or in part, by their `modulePath`. */
  readonly unread: ReadonlyMap<string, LoadError>
}

/** A strand whose file could not be read: as it last was. It is shown, and does not run. */
export type BrokenStrand = { readonly definition: StrandDefinition; readonly error: LoadError }

/** What starts a run, and with what. */
export type Trigger = {
  readonly strandId: string
  /** Chosen by the caller, or null for a new one. The same id starts one run. */
  readonly runId: string | null
  readonly trigger: 'cron' | 'manual' | 'webhook'
  readonly by: string
  readonly input: Json
  readonly slot: string | null
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

/** A mirrored job as the mirror room hands it over each cycle. Never shadows a strand from a file. */
export type SyntheticStrand = {
  readonly definition: StrandDefinition
  readonly jobId: string
  readonly scheduleWords: string
  /** Coming slots as far as upstream tells them, ISO. */
  readonly nextRuns: readonly string[]
  readonly readOnly: boolean
  readonly goneAt: string | null
  readonly hasDelivery: boolean
  /** Slots upstream that nothing ran in, oldest first, ISO; absent: none. */
  readonly missed?: readonly string[]
}

/** What the mirror room may do in this one. */
export interface SyntheticStrands {
  /** Replaces all synthetic strands; they survive reloads. */
  replace(strands: readonly SyntheticStrand[]): void
  /** INSERT OR IGNORE by run_id, each run with its steps in one transaction. Resolves with the number of new runs. */
  insertRuns(runs: readonly { readonly run: Run; readonly steps: readonly RunStep[] }[]): Promise<number>
  /** Which of these runs are there already. */
  knownRuns(runIds: readonly string[]): Promise<ReadonlySet<string>>
}

/** What built-in strands may ask of other rooms; each is wired in app/. Null: that room is not there. */
export type BuiltinPorts = {
  /** One triage run from beginning to end; rejects with its reason. */
  readonly runTriage: ((call: StepCall) => Promise<Json>) | null
}
