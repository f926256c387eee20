// The refusal of a run's number that no run has.
import type { Refusal } from '#platform/contract.ts'

export function unknownRun(id: number): Refusal {
  return { error: 'not_found', reason: `There is no run ${id} of triage.` }
}
