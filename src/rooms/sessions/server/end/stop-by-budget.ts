// A budget that is used up stops a session as a person would: nobody waits for its hooks, which tell nothing of a Ctrl+C.
import { StorageError } from '#platform/server/db/group-commit.ts'
import type { IncomingEvent } from '../../core/apply-event.ts'
import { nextState } from '../../core/machine.ts'
import { applyEvents } from '../change/apply.ts'
import { nowIso, type SessionsContext } from '../context.ts'

/** False for one that is over, or not there. What is stopped and can't be recorded is recorded later. */
export async function stopByBudget(context: SessionsContext, id: string, why: string): Promise<boolean> {
  while (context.starting.has(id)) await context.starting.get(id)
  const record = context.registry.get(id)
  if (record === null || nextState(record.session.state, 'user.cancel') === null) return false
  const incoming: IncomingEvent = {
    event: 'user.cancel',
    source: 'service',
    metadata: why.slice(0, 200),
    runId: null,
    exitCode: null,
    endReason: 'budget',
    at: nowIso(context),
  }
  try {
    await applyEvents(context, id, { incoming: [incoming] })
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    context.owed.add(id, async () => {
      // A run that was started since is not the one that was stopped.
      if (context.registry.get(id)?.runId !== record.runId) return
      await applyEvents(context, id, { incoming: [incoming], isInterrupted: true })
    })
  }
  return true
}
