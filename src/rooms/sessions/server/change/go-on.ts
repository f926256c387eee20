// A session goes on because a person decided what its agent asked.
import type { Alongside } from '#platform/server/db/alongside.ts'
import { nextState } from '../../core/machine.ts'
import type { ByWhom } from '../../core/record.ts'
import { nowIso, type SessionsContext } from '../context.ts'
import { applyEvents } from './apply.ts'

export type DecidedApproval = {
  /** What was decided, at most 200 characters. */
  readonly metadata: string
  readonly who: ByWhom
  /** The decision, committed with the move. */
  readonly alongside: Alongside
}

/** Rejects with `StorageError`, and then nothing changed. */
export async function goOn(context: SessionsContext, id: string, decided: DecidedApproval): Promise<boolean> {
  const { metadata, who, alongside } = decided
  const record = context.registry.get(id)
  if (record === null || nextState(record.session.state, 'user.resume') === null) return false
  const event = { event: 'user.resume', source: 'user', metadata, runId: null, exitCode: null } as const
  const incoming = [{ ...event, who, at: nowIso(context), isDecision: true as const }]
  await applyEvents(context, id, { incoming, alongside })
  return true
}
