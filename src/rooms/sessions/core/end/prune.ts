// Which sessions leave the board by themselves: those that ended long ago, at the start and every hour.
import { dayMs, fromIso } from '#base/time.ts'
import { isTerminal } from '../machine.ts'
import type { SessionRecord } from '../record.ts'

/** Specification, 'Limits': completed and failed sessions older than this go. */
export const pruneAgeMs = dayMs

/** Whether the session ended more than 24 hours before `nowMs`. A time that can't be read is not old. */
export function isPruned({ session }: SessionRecord, nowMs: number): boolean {
  if (!isTerminal(session.state)) return false
  return nowMs - fromIso(session.ended_at ?? session.last_activity) > pruneAgeMs
}

/**
 * Those of `records` that go now. A completed one stays while a session waits for its task: where the task store does not
 * know the task, the card alone tells that it was done.
 */
export function prunable(records: readonly SessionRecord[], nowMs: number): SessionRecord[] {
  const old = records.filter((record) => isPruned(record, nowMs))
  if (old.length === 0) return []
  const waiting = records.filter(({ session }) => session.state === 'idle')
  const awaited = new Set(waiting.flatMap(({ session }) => session.depends_on))
  return old.filter(
    ({ session: { state, task_id: task } }) => state === 'failed' || task === null || !awaited.has(task),
  )
}
