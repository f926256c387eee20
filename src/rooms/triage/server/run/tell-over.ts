// The end of a run, told to whoever watches.
import { StorageError } from '#platform/server/db/group-commit.ts'
import type { TriageRun } from '../../contract.ts'
import { nowIso, tell, type TriageContext } from '../context.ts'
import type { RunError } from '../stores/runs.ts'
import { triageState } from '../views/state.ts'

/** Tells the viewers how the run ended, by its row. Never rejects. */
export async function tellOver(context: TriageContext, run: TriageRun, told: Promise<void> | null): Promise<TriageRun> {
  let over: TriageRun = {
    ...run,
    status: 'failed',
    finished_at: nowIso(context),
    progress: null,
    error: failureOf(null),
  }
  try {
    over = (await readOver(context, run)) ?? over
    await told
    tell(context, { id: 'run', value: over })
    await tellState(context)
  } catch (error) {
    context.log.error({ err: error, run_id: run.id }, 'the end of a triage run could not be told')
  }
  return over
}

/** Null where the end could not be written. */
async function readOver(context: TriageContext, run: TriageRun): Promise<TriageRun | null> {
  const stored = await context.runs.find(run.id)
  if (stored === null || stored.status === 'running') return null
  const { moves: _, ...over } = stored
  return over
}

export async function tellState(context: TriageContext): Promise<void> {
  const state = await triageState(context)
  tell(context, { id: 'briefs', value: { waiting: state.briefs_waiting } })
  tell(context, { id: 'lanes', value: state })
}

export function failureOf(error: unknown): RunError {
  if (error instanceof StorageError) {
    return {
      code: 'storage_unavailable',
      reason: 'The database did not take the result. Nothing was changed.',
      hint: "Make room on the disk of the service's home and run it again.",
    }
  }
  return { code: 'internal', reason: 'The service met an error of its own. Nothing was changed.', hint: null }
}
