// What the process of a run is made from, what may be asked of it, and what its steps' answers mean.
import type { Json } from '#base/json.ts'
import type { Run } from '../../contract.ts'
import { caveatOf } from '../../core/caveat.ts'
import type { StepDefinition, StrandDefinition } from '../../core/definition.ts'
import type { RunRecord, StepRecord } from '../../core/record.ts'
import type { LoadedStrand } from '../loaded-strand.ts'

export type RunParts = {
  readonly record: RunRecord
  readonly definition: StrandDefinition
  /** Null: the strand is gone, and the run can't go on. */
  readonly strand: LoadedStrand | null
  readonly steps: readonly StepRecord[]
  /** Lines that the output of each step begins with, as after a restart. */
  readonly remarks: readonly string[]
  /** False for one that has no row yet, which `open` writes. */
  readonly isJournaled: boolean
}

export interface RunProcess {
  readonly run: () => Run
  /** Writes the new run, its first steps begun if `isAdmitted`. Resolves with false when it is there already; then this one is nothing. */
  open(isAdmitted: boolean): Promise<boolean>
  /** Begins, or goes on. */
  start(): void
  /** The run ends as failed, with a sentence, without a step being run. */
  fail(sentence: string): void
  /** Resolves with the run as it ended. */
  cancel(by: string): Promise<Run>
  /** Aborts bodies and resolves once they are quiet and the journal holds what is known. */
  interrupt(): Promise<void>
  /** Resolves once the end is committed; never, when the service stops before. */
  readonly over: Promise<Run>
}

/** One that is not set up did nothing, so that nothing can build on it: what waits for it is skipped, too. */
export const answeredStatus = (result: Json): 'success' | 'skipped' =>
  caveatOf(result)?.kind === 'not_set_up' ? 'skipped' : 'success'

export const isOver = ({ status }: Run): boolean => status !== 'queued' && status !== 'running'

/** A resumed run keeps its definition, while the bodies are those of the strand as it now stands. */
export function missingBody(strand: LoadedStrand | null, { id }: StepDefinition): string | null {
  if (strand === null) return 'The strand of this run is not there any more.'
  if (strand.definition.steps.some((step) => step.id === id)) return null
  return `The strand has no step ${id} any more; it was edited while this run was under way.`
}

/** Why a run failed. */
export function firstError(steps: readonly StepRecord[]): string | null {
  const failed = steps.find(({ status }) => status === 'failed')
  return failed === undefined ? null : `${failed.step_id}: ${failed.error ?? 'failed'}`
}
