// Times that a session got while the machine's clock was ahead, and which would else stay in the future for as long.
import { fromIso, secondMs, toIso } from '#base/time.ts'
import type { Session } from '../../contract.ts'

/** A clock that is kept right goes back by less than this. */
const toleranceMs = secondMs

type Times = Pick<Session, 'last_activity' | 'created_at' | 'started_at' | 'ended_at' | 'state_since' | 'cause'>

/** Those of its times that lie after `nowMs`, each as now; null when there are none. */
export function timesToCome(session: Times, nowMs: number): Partial<Times> | null {
  const now = toIso(nowMs)
  const isToCome = (at: string | null): boolean => at !== null && fromIso(at) > nowMs + toleranceMs
  const { cause } = session
  const corrected: Partial<Times> = {
    ...(isToCome(session.last_activity) ? { last_activity: now } : {}),
    ...(isToCome(session.created_at) ? { created_at: now } : {}),
    ...(isToCome(session.started_at) ? { started_at: now } : {}),
    ...(isToCome(session.ended_at) ? { ended_at: now } : {}),
    ...(isToCome(session.state_since) ? { state_since: now } : {}),
    ...(cause !== null && isToCome(cause.at) ? { cause: { ...cause, at: now } } : {}),
  }
  return Object.keys(corrected).length === 0 ? null : corrected
}
