// Events from before there was an index of activity: they are added to it while the service runs, the newest first.
import type { DatabaseSync } from 'node:sqlite'
import type { Database } from '#platform/server/db/open-database.ts'
import type { Log } from '#platform/server/log/log.ts'
import type { Timers } from '#platform/server/timers.ts'

export type FillParts = {
  readonly database: Pick<Database, 'commits' | 'read'>
  readonly timers: Pick<Timers, 'passedMs' | 'after'>
  readonly log: Pick<Log, 'error'>
}

/** Disposing waits for the step that is under way; the next start goes on where it ended. */
export interface ActivityFill extends AsyncDisposable {
  start(): void
  /** Whether every event that is kept can be found. */
  isComplete(): Promise<boolean>
}

/** The counter with the newest event that is still to be added. Migration 11 makes it, the last step removes it. */
const markName = 'session activity to fill'

/** Events of one commit: a few milliseconds. */
const eventsAtOnce = 500
/** For each millisecond of work so many of rest: those who report events hardly notice. */
const restForEach = 4
const leastRestMs = 5
/** After a step that could not be written, as on a full disk. */
const retryMs = 60_000

export function createActivityFill({ database: { commits, read }, timers, log }: FillParts): ActivityFill {
  const ended = new AbortController()
  let step: Promise<void> = Promise.resolve()

  function later(ms: number): void {
    if (!ended.signal.aborted) timers.after(ms, () => void (step = go()))
  }

  async function go(): Promise<void> {
    if (ended.signal.aborted || (await isComplete())) return
    const beganMs = timers.passedMs()
    try {
      await commits.write({ run: fillSome })
      later(Math.max(leastRestMs, (timers.passedMs() - beganMs) * restForEach))
    } catch (error) {
      log.error({ err: error }, 'older events could not be added to the activity; it is tried again')
      later(retryMs)
    }
  }

  async function isComplete(): Promise<boolean> {
    const mark = read.selectFrom('counters').select('value').where('name', '=', markName)
    return (await mark.executeTakeFirst()) === undefined
  }

  return {
    start: () => later(0),
    isComplete,
    async [Symbol.asyncDispose]() {
      ended.abort()
      await step
    },
  }
}

/** One step, in the caller's transaction: the mark goes with it, so that a kill leaves neither a hole nor a second row. */
export function fillSome(db: DatabaseSync): void {
  const top = db.prepare('SELECT value FROM counters WHERE name = ?').get(markName)?.value
  const oldest = 'SELECT min(seq) AS seq FROM (SELECT seq FROM session_events WHERE seq <= ? ORDER BY seq DESC LIMIT ?)'
  const bottom = top === undefined ? null : (db.prepare(oldest).get(top, eventsAtOnce)?.seq ?? null)
  if (top === undefined || bottom === null) {
    db.prepare('DELETE FROM counters WHERE name = ?').run(markName)
    return
  }
  db.prepare(
    `INSERT INTO session_activity SELECT act, actor, at, seq FROM session_events
      WHERE seq BETWEEN ? AND ? AND act IS NOT NULL ORDER BY act, actor, at, seq`,
  ).run(bottom, top)
  db.prepare('UPDATE counters SET value = ? WHERE name = ?').run(Number(bottom) - 1, markName)
}
