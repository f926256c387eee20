// A run that another service has under way.
import type { Refusal } from '#platform/contract.ts'
import { nowIso, type TriageContext } from '../context.ts'
import type { RunElsewhere } from '../stores/runs.ts'
import { interrupted } from './interrupted.ts'

/** Those of services that died fail by this look. Rejects with `StorageError`. */
export async function runElsewhere(context: TriageContext): Promise<RunElsewhere | null> {
  const done: { there: RunElsewhere | null } = { there: null }
  await context.commits.write({
    *script() {
      done.there = yield* context.runs.elsewhere(nowIso(context), interrupted)
    },
  })
  return done.there
}

export const inProgressThere = ({ id, node }: RunElsewhere): Refusal => ({
  error: 'run_in_progress',
  reason: `Run ${id} of triage is still going on at the node ${node}.`,
  hint: `Wait for its end, or cancel it: orrery triage cancel ${id}`,
  extra: { run_id: id },
})
