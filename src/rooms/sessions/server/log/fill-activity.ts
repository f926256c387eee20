// Events from before there was an index of activity: they are added to it while the service runs, the newest first.
import type { Database } from '#platform/server/db/open-database.ts'
import { statement, type Script } from '#platform/server/db/script.ts'
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
      await commits.write({ script: fillSome })
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

const mark = statement<{ readonly value: number }>('SELECT value FROM counters WHERE name = ?')
const moveMark = statement('UPDATE counters SET value = ? WHERE name = ?')
const removeMark = statement('DELETE FROM counters WHERE name = ?')
const lowest = statement<{ readonly seq: number | null }>(
  `SELECT min(seq) AS seq FROM (SELECT seq FROM session_events WHERE seq <= ? ORDER BY seq DESC LIMIT ?) AS step`,
)
const addBetween = statement(
  `INSERT INTO session_activity (act, actor, at, seq) SELECT act, actor, at, seq FROM session_events
    WHERE seq BETWEEN ? AND ? AND act IS NOT NULL ORDER BY act, actor, at, seq`,
)

/** One step: the mark goes with it, so that a kill leaves neither a hole nor a second row. */
export function* fillSome(): Script {
  const top = (yield* mark.first(markName))?.value
  const bottom = top === undefined ? null : ((yield* lowest.first(top, eventsAtOnce))?.seq ?? null)
  if (top === undefined || bottom === null) {
    yield* removeMark.run(markName)
    return
  }
  yield* addBetween.run(bottom, top)
  yield* moveMark.run(bottom - 1, markName)
}
