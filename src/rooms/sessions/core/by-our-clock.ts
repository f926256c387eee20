// A session of another node as it is told here: machines' clocks differ, and a card must not say that something is yet to happen.
import { fromIso, toIso } from '#base/time.ts'
import type { Session } from '../contract.ts'

/** Its times by the clock of this machine, where that of its own is so far ahead; below zero: behind. */
export function byOurClock(session: Session, aheadMs: number): Session {
  if (aheadMs === 0) return session
  const at = (time: string): string => toIso(fromIso(time) - aheadMs)
  const atOrNull = (time: string | null): string | null => (time === null ? null : at(time))
  const { cause, stopping } = session
  return {
    ...session,
    last_activity: at(session.last_activity),
    created_at: at(session.created_at),
    started_at: atOrNull(session.started_at),
    ended_at: atOrNull(session.ended_at),
    state_since: at(session.state_since),
    cause: cause === null ? null : { ...cause, at: at(cause.at) },
    stopping:
      stopping === null
        ? null
        : {
            ...stopping,
            since: at(stopping.since),
            asked_at: atOrNull(stopping.asked_at),
            forced_at: atOrNull(stopping.forced_at),
          },
  }
}
