// The strand that runs triage (specification, 'Built-in strands').
import type { BroughtStrand } from '#rooms/flow/contract.ts'
import type { Triage } from './open-triage.ts'
import { runAsStep } from './run/run-as-step.ts'

/** Its row of the table; the workflow room runs it like any other. */
export function createTriageStrand(triage: Pick<Triage, 'run'>): BroughtStrand<AbortSignal> {
  return {
    id: 'priority-triage',
    name: 'Priority triage',
    description: 'Scores the open tasks with the local model and fills the lanes.',
    schedule: null,
    steps: [{ id: 'triage', timeout: '30m', run: (call) => runAsStep(triage, call) }],
  }
}
