// What a caller is told when a session's terminal can't be looked at.
import { err, ok, type Result } from '#base/result.ts'
import type { Refusal } from '#platform/contract.ts'
import type { NoTerminal } from '../contract.ts'

/** A session without a terminal has nothing to show, which is an answer. */
export function orNothing<T>(id: string, located: Result<T, NoTerminal>): Result<T | null, Refusal> {
  if (located.ok) return located
  const { reason, message } = located.error
  if (reason === 'gone') return ok(null)
  if (reason === 'device_offline') return err({ error: 'device_offline', reason: message })
  return err(reason === 'unknown_session' ? unknownSession(id) : unavailable(message))
}

export function unknownSession(id: string): Refusal {
  return {
    error: 'not_found',
    reason: `There is no session ${id}.`,
    hint: 'See which there are on the board, or with: orrery ls',
  }
}

export function unavailable(reason: string): Refusal {
  return { error: 'tmux_unavailable', reason: `The terminal can't be looked at now: ${reason}` }
}

/** For what is measured of this machine alone. */
export const elsewhere: Refusal = {
  error: 'conflict',
  reason: 'The session runs on a device, of whose processes nothing is known here.',
  hint: 'See its machine with: orrery devices.',
}
