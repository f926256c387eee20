// session_events: the truth about sessions. Rows are committed before anybody is answered; sessions.json follows.
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Database } from '#platform/server/db/open-database.ts'
import type { SessionEventsTable } from '#platform/server/db/schema.ts'
import {
  eventSourceSchema,
  sessionEventSchema,
  type DismissedName,
  type EventSource,
  type PageOfEvents,
  type SessionEvent,
} from '../contract.ts'
import type { HistoryEntry, RecordChange, SessionRecord } from '../core/record.ts'
import { toStored, toStoredChange } from '../core/stored-session.ts'

/** One row to be written. What a replay needs travels in it: the record, its change, the name that was dismissed. */
export type LogRow =
  | { readonly kind: 'created'; readonly at: string; readonly record: SessionRecord; readonly source: EventSource }
  | {
      readonly kind: 'event' | 'changed'
      readonly at: string
      readonly sessionId: string
      readonly entry: HistoryEntry
      readonly change: RecordChange
    }
  | {
      readonly kind: 'removed'
      readonly at: string
      readonly sessionId: string
      readonly source: EventSource
      readonly dismissed: DismissedName | null
    }

export type Checkpoint = {
  readonly at: string
  readonly records: readonly SessionRecord[]
  readonly dismissed: readonly DismissedName[]
}

export type Commit = { readonly committed: (lastSeq: number) => void; readonly undo: () => void }

/** A row as a replay reads it; `data` is parsed by the reader. */
export type ReplayRow = {
  readonly seq: number
  readonly kind: string
  readonly sessionId: string
  readonly data: string
}

export interface EventLog {
  /** Resolves after the commit; rejects with `StorageError` after `undo`. */
  append(rows: readonly LogRow[], commit: Commit): Promise<void>
  /** Resolves with the checkpoint's seq after the commit. */
  checkpoint(checkpoint: Checkpoint): Promise<number>
  /** Drops events older than `time` (ISO 8601), in small commits. Only after a checkpoint: a replay begins there. */
  dropBefore(time: string): Promise<void>
  /** History of one session, newest first; `before` is the seq to go on from, or null. */
  page(sessionId: string, query: { readonly limit: number; readonly before: number | null }): Promise<PageOfEvents>
  /** The newest checkpoint, or null. */
  lastCheckpoint(): Promise<ReplayRow | null>
  /** Rows that change records, oldest first. */
  since(seq: number): Promise<readonly ReplayRow[]>
}

export function createEventLog(database: Database): EventLog {
  const prepare = prepareOnce(
    `INSERT INTO session_events
      (session_id, at, kind, event, from_state, to_state, accepted, source, metadata, run_id, data)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  return {
    append(rows, { committed, undo }) {
      let lastSeq = 0
      return database.commits.write({
        run(db) {
          for (const row of rows) lastSeq = insert(prepare(db), row)
        },
        committed: () => committed(lastSeq),
        undo,
      })
    },
    async checkpoint(checkpoint) {
      let seq = 0
      await database.commits.write({
        run(db) {
          seq = writeCheckpoint(db, prepare(db), checkpoint)
        },
      })
      return seq
    },
    dropBefore: (time) => dropBefore(database, time),
    page: (sessionId, query) => readPage(database, sessionId, query),
    lastCheckpoint: () => readLastCheckpoint(database),
    since: (seq) => readSince(database, seq),
  }
}

function prepareOnce(sql: string): (db: DatabaseSync) => StatementSync {
  let prepared: { readonly db: DatabaseSync; readonly statement: StatementSync } | null = null
  return (db) => {
    if (prepared?.db !== db) prepared = { db, statement: db.prepare(sql) }
    return prepared.statement
  }
}

function insert(statement: StatementSync, row: LogRow): number {
  switch (row.kind) {
    case 'created': {
      const data = JSON.stringify(toStored(row.record))
      const { id, state } = row.record.session
      const result = statement.run(id, row.at, row.kind, null, null, state, 1, row.source, null, null, data)
      return Number(result.lastInsertRowid)
    }
    case 'removed': {
      const data = JSON.stringify(row.dismissed)
      const result = statement.run(row.sessionId, row.at, row.kind, null, null, null, 1, row.source, null, null, data)
      return Number(result.lastInsertRowid)
    }
    case 'event':
    case 'changed': {
      const { event, from, to, accepted, source, metadata, runId } = row.entry
      const data = JSON.stringify(toStoredChange(row.change))
      const cells = [row.sessionId, row.at, row.kind, event, from, to, accepted ? 1 : 0, source, metadata, runId, data]
      return Number(statement.run(...cells).lastInsertRowid)
    }
  }
}

/** Older checkpoints are of no use once the new one stands. */
function writeCheckpoint(db: DatabaseSync, statement: StatementSync, checkpoint: Checkpoint): number {
  const data = JSON.stringify({ sessions: checkpoint.records.map(toStored), dismissed: checkpoint.dismissed })
  const result = statement.run('', checkpoint.at, 'checkpoint', null, null, null, 1, 'service', null, null, data)
  db.prepare("DELETE FROM session_events WHERE kind = 'checkpoint' AND seq < ?").run(result.lastInsertRowid)
  return Number(result.lastInsertRowid)
}

/** Rows deleted in one commit: a few milliseconds, so that no event waits long. */
const dropBatch = 2000

/** Rows stand in the order of their time, but for clocks that were set back: the first young one ends the old ones. */
async function dropBefore(database: Database, time: string): Promise<void> {
  const young = await database.read
    .selectFrom('session_events')
    .select('seq')
    .where('at', '>=', time)
    .orderBy('seq', 'asc')
    .limit(1)
    .executeTakeFirst()
  if (young === undefined) return
  while ((await dropSome(database, young.seq)) === dropBatch);
}

/** One commit's share of the rows below `seq`; answers how many went. */
async function dropSome(database: Database, seq: number): Promise<number> {
  let dropped = 0
  await database.commits.write({
    run(db) {
      const oldest = 'SELECT seq FROM session_events WHERE seq < ? ORDER BY seq LIMIT ?'
      dropped = Number(db.prepare(`DELETE FROM session_events WHERE seq IN (${oldest})`).run(seq, dropBatch).changes)
    },
  })
  return dropped
}

type PageQuery = { readonly limit: number; readonly before: number | null }

async function readPage(database: Database, sessionId: string, { limit, before }: PageQuery): Promise<PageOfEvents> {
  let query = database.read.selectFrom('session_events').selectAll().where('session_id', '=', sessionId)
  if (before !== null) query = query.where('seq', '<', before)
  const rows = await query
    .orderBy('seq', 'desc')
    .limit(limit + 1)
    .execute()
  const events = rows.slice(0, limit).map(toSessionEvent)
  return { events, next_cursor: rows.length > limit ? String(events.at(-1)?.seq) : null }
}

function toSessionEvent(row: Omit<SessionEventsTable, 'seq'> & { seq: number }): SessionEvent {
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

async function readLastCheckpoint(database: Database): Promise<ReplayRow | null> {
  const row = await database.read
    .selectFrom('session_events')
    .select(['seq', 'kind', 'session_id as sessionId', 'data'])
    .where('kind', '=', 'checkpoint')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? null : { ...row, data: row.data ?? 'null' }
}

async function readSince(database: Database, seq: number): Promise<readonly ReplayRow[]> {
  const rows = await database.read
    .selectFrom('session_events')
    .select(['seq', 'kind', 'session_id as sessionId', 'data'])
    .where('seq', '>', seq)
    .where('kind', '<>', 'checkpoint')
    .orderBy('seq', 'asc')
    .execute()
  return rows.map((row) => ({ ...row, data: row.data ?? 'null' }))
}
