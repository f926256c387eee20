// Where another service has a run under way.
import type { Refusal } from '#platform/contract.ts'
import type { RunElsewhere } from '../stores/runs.ts'

export const inProgressThere = ({ id, node }: RunElsewhere): Refusal => ({
  error: 'run_in_progress',
  reason: `Run ${id} of triage is still going on at the node ${node}.`,
  hint: 'Wait for its end, or cancel it there.',
  extra: { run_id: id },
})
