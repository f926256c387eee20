// Which events are a session's: an index of session_events that is added to in batches. The decision record says why.
import type { Database } from '#platform/server/db/open-database.ts'
import { statement, type Script, type Statement } from '#platform/server/db/script.ts'
import type { SessionEventsTable } from '#platform/server/db/schema.ts'
import { beginMarksOf, markOf, ofNode, ofNodeThere } from './of-node.ts'
import { activityMark, addActivity, dropActivity } from './session-activity.ts'
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
export function createHistoryIndex(node: string | null): HistoryIndex {
  const mark = markOf(historyMark, node)
  // What an earlier process has left behind is added with the first write.
  let waiting = batchSize
  let isBegun = node === null
  return {
    isDueWith(rows) {
      waiting += rows
      return waiting >= batchSize
    },
    *grow() {
      if (node !== null && !isBegun) yield* beginMarks(node)
      isBegun = true
      yield* addBatch.run(mark, node)
      yield* moveMark.run(node, mark)
      yield* addActivity(node)
      waiting = 0
    },
  }
}

/** The counter with the last row that the index covers. */
const historyMark = 'session history'

/** In the order of the index, so that rows of one session share its pages. */
const addBatch = twofold(
  (own) => `INSERT INTO session_history (session_id, seq) SELECT session_id, seq FROM session_events
    WHERE seq > (SELECT value FROM counters WHERE name = ?) AND ${own} AND kind <> 'checkpoint'
    ORDER BY session_id, seq`,
)
const moveMark = twofold(
  (own) => `UPDATE counters SET value = (SELECT coalesce(max(seq), 0) FROM session_events WHERE ${own}) WHERE name = ?`,
)

const oldest = (own: string) => `SELECT seq FROM session_events WHERE seq < ? AND ${own} ORDER BY seq LIMIT ?`
const dropOldestActivity = dropActivity(oldest(ofNode))
const dropOldestPlaces = twofold(
  (own) => `DELETE FROM session_history WHERE (session_id, seq) IN
    (SELECT session_id, seq FROM session_events WHERE seq < ? AND ${own} ORDER BY seq LIMIT ?)`,
)
const dropOldestEvents = twofold((own) => `DELETE FROM session_events WHERE seq IN (${oldest(own)})`)

function twofold(sql: (own: string) => string): Statement {
  return statement(sql(ofNode), { postgres: sql(ofNodeThere) })
}

/** Before anything is read or written of a log that services share. */
export const beginMarks = (node: string): Script => beginMarksOf([historyMark, activityMark], node)

type Oldest = { readonly seq: number; readonly limit: number; readonly node?: string | null }

/** Deletes up to `limit` of the oldest rows of that node below `seq`; answers how many there were. */
export function* dropOldest({ seq, limit, node = null }: Oldest): Script<number> {
  yield* dropOldestActivity.run(seq, node, limit)
  yield* dropOldestPlaces.run(seq, node, limit)
  return yield* dropOldestEvents.run(seq, node, limit)
}

const known = 'SELECT seq FROM session_history WHERE session_id = ? ORDER BY seq LIMIT ?'
const deleteKnown = deleting(known)
const deleteKnownPlaces = statement(`DELETE FROM session_history WHERE session_id = ? AND seq IN (${known})`)
/** After the mark are a batch of rows at most, which no index knows yet. */
const deleteNewer = deleting(
  `SELECT seq FROM session_events WHERE seq > (SELECT value FROM counters WHERE name = ?)
    AND session_id = ? AND kind <> 'checkpoint' ORDER BY seq LIMIT ?`,
)

function deleting(events: string) {
  return { activity: dropActivity(events), events: statement(`DELETE FROM session_events WHERE seq IN (${events})`) }
}

type DeletedOf = { readonly sessionId: string; readonly limit: number; readonly node: string | null }

/** Deletes up to `limit` rows of one session of this node; answers how many went. */
export function* deleteOf({ sessionId, limit, node }: DeletedOf): Script<number> {
  yield* deleteKnown.activity.run(sessionId, limit)
  yield* deleteKnown.events.run(sessionId, limit)
  // By these places the events are found, so they go last.
  const places = yield* deleteKnownPlaces.run(sessionId, sessionId, limit)
  if (places > 0) return places
  const mark = markOf(historyMark, node)
  yield* deleteNewer.activity.run(mark, sessionId, limit)
  return yield* deleteNewer.events.run(mark, sessionId, limit)
}

/** `node`: whose session it is; null where one service has the database for itself. */
export type EventPageQuery = { readonly limit: number; readonly before: number | null; readonly node: string | null }

/** History of one session, newest first: what the index knows, and what was written after its mark. */
export async function readPage(
  { read }: Pick<Database, 'read'>,
  sessionId: string,
  { limit, before, node }: EventPageQuery,
): Promise<PageOfEvents> {
  const end = before ?? Number.MAX_SAFE_INTEGER
  const known = read
    .selectFrom('session_history')
    .select('seq')
    .where('session_id', '=', sessionId)
    .where('seq', '<', end)
    .orderBy('seq', 'desc')
    .limit(limit + 1)
  const mark = read.selectFrom('counters').select('value').where('name', '=', markOf(historyMark, node))
  const newer = read
    .selectFrom('session_events')
    .select('seq')
    .where('seq', '>', mark)
    .where('seq', '<', end)
    .where('node', node === null ? 'is' : '=', node)
    .where('session_id', '=', sessionId)
  const rows = await read
    .selectFrom('session_events')
    .selectAll()
    // What follows it in the same commit says so to people.
    .where('kind', '<>', 'moved')
    .where('seq', 'in', read.selectFrom(known.as('known')).select('seq').unionAll(newer))
    .orderBy('seq', 'desc')
    .limit(limit + 1)
    .execute()
  const events = rows.slice(0, limit).map(toSessionEvent)
  return { events, next_cursor: rows.length > limit ? String(events.at(-1)?.seq) : null }
}

function toSessionEvent(
  row: Omit<SessionEventsTable, 'seq' | 'act' | 'actor' | 'by_kind' | 'by_name' | 'node'> & { seq: number },
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
