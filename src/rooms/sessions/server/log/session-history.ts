// Which events are a session's: an index of session_events that is added to in batches. The decision record says why.
import type { DatabaseSync } from 'node:sqlite'
import type { Database } from '#platform/server/db/open-database.ts'
import type { SessionEventsTable } from '#platform/server/db/schema.ts'
import { addActivity, dropActivity } from './session-activity.ts'
import { eventSourceSchema, sessionEventSchema, type PageOfEvents, type SessionEvent } from '../../contract.ts'

export interface HistoryIndex {
  /** Called in the transaction that wrote so many rows, after they were written. */
  grow(db: DatabaseSync, rows: number): void
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
    grow(db, rows) {
      waiting += rows
      if (waiting < batchSize) return
      db.exec(addBatch)
      db.exec(addActivity)
      waiting = 0
    },
  }
}

/** The counter with the last row that the index covers. */
const markName = 'session history'

/** In the order of the index, so that rows of one session share its pages. */
const addBatch = `
  INSERT INTO session_history SELECT session_id, seq FROM session_events
    WHERE seq > (SELECT value FROM counters WHERE name = '${markName}') AND kind <> 'checkpoint'
    ORDER BY session_id, seq;
  UPDATE counters SET value = (SELECT max(seq) FROM session_events) WHERE name = '${markName}';`

/** Deletes up to `limit` of the oldest rows below `seq`, in the caller's transaction; answers how many there were. */
export function dropOldest(db: DatabaseSync, { seq, limit }: { seq: number; limit: number }): number {
  const oldest = 'SELECT session_id, seq FROM session_events WHERE seq < ? ORDER BY seq LIMIT ?'
  dropActivity(db, oldest, seq, limit)
  db.prepare(`DELETE FROM session_history WHERE (session_id, seq) IN (${oldest})`).run(seq, limit)
  const ended = db.prepare(`DELETE FROM session_events WHERE seq IN (SELECT seq FROM (${oldest}))`).run(seq, limit)
  return Number(ended.changes)
}

/** Deletes up to `limit` rows of one session, in the caller's transaction; answers how many went. */
export function deleteOf(db: DatabaseSync, { sessionId, limit }: { sessionId: string; limit: number }): number {
  const known = db.prepare('SELECT seq FROM session_history WHERE session_id = ? LIMIT ?').all(sessionId, limit)
  // After the mark are a batch of rows at most, which no index knows yet.
  const newer = `SELECT seq FROM session_events WHERE seq > (SELECT value FROM counters WHERE name = '${markName}')
    AND session_id = ? AND kind <> 'checkpoint' LIMIT ?`
  const rows = known.length > 0 ? known : db.prepare(newer).all(sessionId, limit)
  const event = db.prepare('DELETE FROM session_events WHERE seq = ?')
  dropActivity(db, `SELECT value AS seq FROM json_each(?)`, JSON.stringify(rows.map(({ seq: each }) => Number(each))))
  const place = db.prepare('DELETE FROM session_history WHERE session_id = ? AND seq = ?')
  for (const { seq } of rows) {
    event.run(Number(seq))
    place.run(sessionId, Number(seq))
  }
  return rows.length
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
