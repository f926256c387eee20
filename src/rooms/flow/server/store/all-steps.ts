// The steps of a run in the order of its definition; those that nothing happened to yet have no row.
import type { StrandDefinition } from '../../core/definition.ts'
import { newStep, type StepRecord } from '../../core/record.ts'

/** A mirrored run has no definition: its steps come as they were written. */
export function allSteps(
  runId: string,
  definition: Pick<StrandDefinition, 'steps'> | null,
  steps: readonly StepRecord[],
): StepRecord[] {
  if (definition === null) return [...steps]
  const byId = new Map(steps.map((step) => [step.step_id, step]))
  return definition.steps.map(({ id, host }) => byId.get(id) ?? newStep(runId, id, host))
}
