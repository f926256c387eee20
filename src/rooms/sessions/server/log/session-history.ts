// Which events are a session's: an index of session_events that is added to in batches. The decision record says why.
import type { Database } from '#platform/server/db/open-database.ts'
import { statement, type Script } from '#platform/server/db/script.ts'
import type { SessionEventsTable } from '#platform/server/db/schema.ts'
import { addActivity, dropActivity } from './session-activity.ts'
import { eventSourceSchema, sessionEventSchema, type PageOfEvents, type SessionEvent } from '../../contract.ts'

export interface HistoryIndex {
  /** Told of so many rows that a write adds: whether it is to end with `grow`. */
  isDueWith(rows: number): boolean
  grow(): Script
}

/** Rows that a reader looks through one by one, at most: a fifth of a millisecond. */
const batchSize = 500

/**
 * What a batch holds is told by the mark alone, which stands in the same transaction: after a crash or a write that was
 * taken back, the next batch begins where the last committed one ended.
 */
export function createHistoryIndex(): HistoryIndex {
  // What an earlier process has left behind is added with the first write.
  let waiting = batchSize
  return {
    isDueWith(rows) {
      waiting += rows
      return waiting >= batchSize
    },
    *grow() {
      yield* addBatch.run()
      yield* moveMark.run()
      yield* addActivity()
      waiting = 0
    },
  }
}

/** The counter with the last row that the index covers. */
const markName = 'session history'

/** In the order of the index, so that rows of one session share its pages. */
const addBatch = statement(
  `INSERT INTO session_history (session_id, seq) SELECT session_id, seq FROM session_events
    WHERE seq > (SELECT value FROM counters WHERE name = '${markName}') AND kind <> 'checkpoint'
    ORDER BY session_id, seq`,
)
const moveMark = statement(
  `UPDATE counters SET value = (SELECT max(seq) FROM session_events) WHERE name = '${markName}'`,
)

const oldest = 'SELECT seq FROM session_events WHERE seq < ? ORDER BY seq LIMIT ?'
const dropOldestActivity = dropActivity(oldest)
const dropOldestPlaces = statement(
  `DELETE FROM session_history WHERE (session_id, seq) IN
    (SELECT session_id, seq FROM session_events WHERE seq < ? ORDER BY seq LIMIT ?)`,
)
const dropOldestEvents = statement(`DELETE FROM session_events WHERE seq IN (${oldest})`)

/** Deletes up to `limit` of the oldest rows below `seq`; answers how many there were. */
export function* dropOldest({ seq, limit }: { seq: number; limit: number }): Script<number> {
  yield* dropOldestActivity.run(seq, limit)
  yield* dropOldestPlaces.run(seq, limit)
  return yield* dropOldestEvents.run(seq, limit)
}

const known = 'SELECT seq FROM session_history WHERE session_id = ? ORDER BY seq LIMIT ?'
const deleteKnown = deleting(known)
const deleteKnownPlaces = statement(`DELETE FROM session_history WHERE session_id = ? AND seq IN (${known})`)
/** After the mark are a batch of rows at most, which no index knows yet. */
const deleteNewer = deleting(
  `SELECT seq FROM session_events WHERE seq > (SELECT value FROM counters WHERE name = '${markName}')
    AND session_id = ? AND kind <> 'checkpoint' ORDER BY seq LIMIT ?`,
)

function deleting(events: string) {
  return { activity: dropActivity(events), events: statement(`DELETE FROM session_events WHERE seq IN (${events})`) }
}

/** Deletes up to `limit` rows of one session; answers how many went. */
export function* deleteOf({ sessionId, limit }: { sessionId: string; limit: number }): Script<number> {
  yield* deleteKnown.activity.run(sessionId, limit)
  yield* deleteKnown.events.run(sessionId, limit)
  // By these places the events are found, so they go last.
  const places = yield* deleteKnownPlaces.run(sessionId, sessionId, limit)
  if (places > 0) return places
  yield* deleteNewer.activity.run(sessionId, limit)
  return yield* deleteNewer.events.run(sessionId, limit)
}

export type EventPageQuery = { readonly limit: number; readonly before: number | null }

/** History of one session, newest first: what the index knows, and what was written after its mark. */
export async function readPage(
  { read }: Database,
  sessionId: string,
  { limit, before }: EventPageQuery,
): Promise<PageOfEvents> {
  const end = before ?? Number.MAX_SAFE_INTEGER
  const known = read
    .selectFrom('session_history')
    .select('seq')
    .where('session_id', '=', sessionId)
    .where('seq', '<', end)
    .orderBy('seq', 'desc')
    .limit(limit + 1)
  const mark = read.selectFrom('counters').select('value').where('name', '=', markName)
  const newer = read
    .selectFrom('session_events')
    .select('seq')
    .where('seq', '>', mark)
    .where('seq', '<', end)
    .where('session_id', '=', sessionId)
  const rows = await read
    .selectFrom('session_events')
    .selectAll()
    .where('seq', 'in', read.selectFrom(known.as('known')).select('seq').unionAll(newer))
    .orderBy('seq', 'desc')
    .limit(limit + 1)
    .execute()
  const events = rows.slice(0, limit).map(toSessionEvent)
  return { events, next_cursor: rows.length > limit ? String(events.at(-1)?.seq) : null }
}

function toSessionEvent(
  row: Omit<SessionEventsTable, 'seq' | 'act' | 'actor' | 'by_kind' | 'by_name'> & { seq: number },
): SessionEvent {
  return sessionEventSchema.parse({
    seq: row.seq,
    session_id: row.session_id,
    at: row.at,
    kind: row.kind,
    event: row.event,
    from: row.from_state,
    to: row.to_state,
    accepted: row.accepted === 1,
    source: eventSourceSchema.catch('service').parse(row.source),
    metadata: row.metadata,
    run_id: row.run_id,
  })
}
