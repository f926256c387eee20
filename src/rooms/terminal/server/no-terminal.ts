// What a caller is told when a session's terminal can't be looked at.
import { err, ok, type Result } from '#base/result.ts'
import type { Refusal } from '#platform/contract.ts'
import type { Located, NotLocated } from './locate.ts'

/** A session without a terminal has nothing to show, which is an answer. */
export function orNothing(id: string, located: Result<Located, NotLocated>): Result<Located | null, Refusal> {
  if (located.ok) return located
  if (located.error.reason === 'gone') return ok(null)
  if (located.error.reason !== 'unknown_session') return err(unavailable(located.error.message))
  return err(unknownSession(id))
}

export function unknownSession(id: string): Refusal {
  return {
    error: 'not_found',
    reason: `There is no session ${id}.`,
    hint: 'GET /api/hooks/sessions or orrery ls lists the sessions there are.',
  }
}

export function unavailable(reason: string): Refusal {
  return { error: 'tmux_unavailable', reason: `The terminal can't be looked at now: ${reason}` }
}
