// What a restart leaves out: sessions that ended long ago.
import { dayMs, fromIso } from '#base/time.ts'
import { isTerminal } from './machine.ts'
import type { SessionRecord } from './record.ts'

/** Completed and failed sessions older than this are not restored. */
export const pruneAgeMs = dayMs

/** Whether the session ended more than 24 hours before `nowMs`. A time that can't be read is not old. */
export function isPruned({ session }: SessionRecord, nowMs: number): boolean {
  if (!isTerminal(session.state)) return false
  return nowMs - fromIso(session.ended_at ?? session.last_activity) > pruneAgeMs
}
