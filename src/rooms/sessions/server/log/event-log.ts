// session_events: the truth about sessions. Rows are committed before anybody is answered; sessions.json follows.
import type { Database } from '#platform/server/db/open-database.ts'
import type { EventSource, PageOfEvents } from '../../contract.ts'
import type { DismissedName } from '../../contract/stored.ts'
import type { ByWhom, HistoryEntry, RecordChange, SessionRecord } from '../../core/record.ts'
import type { Alongside } from '#platform/server/db/alongside.ts'
import type { Write } from '#platform/server/db/group-commit.ts'
import { statement, type Cell, type Script } from '#platform/server/db/script.ts'
import { toStored, toStoredChange } from '../../core/restore/stored-session.ts'
import { readLastCheckpoint, writeCheckpoint, type Checkpoint, type StoredCheckpoint } from './checkpoints.ts'
import { plannedOnDevices } from '../nodes/leases.ts'
import { insertPast, type PastRecord } from '../past/past-store.ts'
import { createHistoryIndex, dropOldest, readPage, type EventPageQuery, type HistoryIndex } from './session-history.ts'

/** One row to be written. What a replay needs travels in it: the record, its change, the name that was dismissed. */
export type LogRow =
  | {
      readonly kind: 'created'
      readonly at: string
      readonly record: SessionRecord
      readonly source: EventSource
      /** Who asked for it; absent where nobody did. */
      readonly who?: ByWhom | undefined
    }
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
      readonly who?: ByWhom | undefined
      readonly dismissed: DismissedName | null
      /** The record that goes on in history; null for one that never came to be. */
      readonly past: PastRecord | null
    }
  | {
      /** Its device went to another node, or came from one: here it ends without an end, or goes on with this record. */
      readonly kind: 'moved'
      readonly at: string
      readonly sessionId: string
      readonly record: SessionRecord | null
    }

export type Commit = {
  readonly committed: (lastSeq: number) => void
  readonly undo: () => void
  /** Written in the same transaction. */
  readonly alongside?: readonly Alongside[]
  /** It is about sessions of devices: `script` stands before it, and refuses what another node holds by now. */
  readonly held?: { readonly script: () => Script } | undefined
}

/** A row as a replay reads it; `data` is parsed by the reader. */
export type ReplayRow = {
  readonly seq: number
  readonly kind: string
  readonly sessionId: string
  readonly data: string
}

export type DropBefore = { readonly time: string; readonly now: string }

type PageQuery = Omit<EventPageQuery, 'node'> & Partial<Pick<EventPageQuery, 'node'>>

/** The room of the news that a service wrote to its part of the log; the ids are names of services. */
export const sessionsNews = 'sessions'
/** That of those which began anew: what was changed while they were read in has no row. */
export const openedNews = 'sessions opened'

export interface EventLog {
  /** Resolves after the commit; rejects with `StorageError` after `undo`. */
  append(rows: readonly LogRow[], commit: Commit): Promise<void>
  /** Resolves with the checkpoint's seq after the commit. `take` is called when memory holds what is committed, no more. */
  checkpoint(take: () => Checkpoint): Promise<number>
  /** Drops events older than `time` (ISO 8601), in small commits. Only after a checkpoint of `now` or before: a replay begins there. */
  dropBefore(limits: DropBefore): Promise<void>
  /** History of one session, newest first; `before` is the seq to go on from, or null. */
  page(sessionId: string, query: PageQuery): Promise<PageOfEvents>
  /** Whether anything ever happened to a session that is still kept. */
  hasAny(): Promise<boolean>
  /** The newest checkpoint of this service, or of that node; null where there is none. */
  lastCheckpoint(node?: string | null): Promise<StoredCheckpoint | null>
  /** Rows of this service, or of that node, that change records, oldest first. */
  since(seq: number, which?: { readonly node?: string | null; readonly limit?: number }): Promise<readonly ReplayRow[]>
  /** The name under which this service writes; null where it has the log for itself. */
  readonly node: string | null
}

const insert = statement(
  `INSERT INTO session_events
    (session_id, at, kind, event, from_state, to_state, accepted, source, metadata, run_id, data, by_kind, by_name,
      node)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  { key: 'seq' },
)

export function createEventLog(database: Database): EventLog {
  const { node } = database.others
  const history = createHistoryIndex(node)
  // Each follows the log of the others by its own rows, which are numbered in the order of its commits.
  const told = (write: Write, alongside: readonly Alongside[]): Write =>
    node === null
      ? write
      : {
          ...write,
          news: () => [{ room: sessionsNews, ids: [node] }, ...alongside.flatMap(({ news }) => news?.() ?? [])],
        }
  return {
    append(rows, { committed, undo, alongside = [], held }) {
      const last = { seq: 0 }
      const script = () => appendAll({ rows, alongside, history, last, node, held })
      const tellAll = (): void => {
        committed(last.seq)
        for (const other of alongside) other.committed?.()
      }
      // A new session can wait for room; how those there are ended can't be told a second time.
      const isNew = rows.some(({ kind }) => kind === 'created')
      const write: Write = isNew
        ? { script, committed: tellAll, undo }
        : { script, committed: tellAll, undo, mayUseReserve: true }
      return database.commits.write(
        told(held === undefined ? write : { ...write, plannedOn: plannedOnDevices }, alongside),
      )
    },
    checkpoint: (take) => writeCheckpoint(database, node, take),
    dropBefore: (limits) => dropBefore(database, limits),
    node,
    page: (sessionId, query) => readPage(database, sessionId, { node, ...query }),
    async hasAny() {
      const row = await database.read
        .selectFrom('session_events')
        .select('seq')
        .where('kind', '<>', 'checkpoint')
        .limit(1)
        .executeTakeFirst()
      return row !== undefined
    },
    lastCheckpoint: (of = node) => readLastCheckpoint(database, of),
    since: (seq, { node: of = node, limit } = {}) => readSince(database, { seq, node: of, limit }),
  }
}

type Appending = {
  readonly rows: readonly LogRow[]
  readonly alongside: readonly Alongside[]
  readonly history: HistoryIndex
  readonly last: { seq: number }
  readonly node: string | null
  readonly held: Commit['held']
}

/**
 * The hottest path of the service: generators that each write made anew would cost it a tenth, so that there is one function
 * for all, and each row is asked for without one of its own.
 */
function* appendAll({ rows, alongside, history, last, node, held }: Appending): Script {
  if (held !== undefined) yield* held.script()
  for (const row of rows) last.seq = Number(yield { statement: insert, cells: cellsOf(row, node), want: 'key' })
  for (const row of rows) if (row.kind === 'removed' && row.past !== null) yield* insertPast(row.past, node)
  for (const { script } of alongside) yield* script()
  if (history.isDueWith(rows.length)) yield* history.grow()
}

function cellsOf(row: LogRow, node: string | null): Cell[] {
  switch (row.kind) {
    case 'created': {
      const data = JSON.stringify(toStored(row.record))
      const { id, state } = row.record.session
      const step = [null, null, state, 1, row.source, null, null]
      return [id, row.at, row.kind, ...step, data, row.who?.kind ?? null, row.who?.name ?? null, node]
    }
    case 'removed': {
      const data = JSON.stringify(row.dismissed)
      const step = [null, null, null, 1, row.source, null, null]
      return [row.sessionId, row.at, row.kind, ...step, data, row.who?.kind ?? null, row.who?.name ?? null, node]
    }
    case 'moved': {
      const data = JSON.stringify(row.record === null ? null : toStored(row.record))
      const step = [null, null, row.record?.session.state ?? null, 1, 'service', null, null]
      return [row.sessionId, row.at, row.kind, ...step, data, null, null, node]
    }
    case 'event':
    case 'changed': {
      const { sessionId, at, kind } = row
      const { event, from, to, accepted, source, metadata, runId, who } = row.entry
      const data = JSON.stringify(toStoredChange(row.change))
      const [byKind, byName] = [who?.kind ?? null, who?.name ?? null]
      // One list and no copies of it: nearly every row of the log is one of these.
      return [
        sessionId,
        at,
        kind,
        event,
        from,
        to,
        accepted ? 1 : 0,
        source,
        metadata,
        runId,
        data,
        byKind,
        byName,
        node,
      ]
    }
  }
}

/** Rows deleted in one commit: a few milliseconds, so that no event waits long. */
const dropBatch = 500

/** Rows stand in the order of their time, but for clocks that were wrong: the first young one that is past ends the old ones. */
async function dropBefore(database: Database, { time, now }: DropBefore): Promise<void> {
  const young = await database.read
    .selectFrom('session_events')
    .select('seq')
    .where('at', '>=', time)
    // A row that was written while the clock was ahead must not keep all that came after it.
    .where('at', '<=', now)
    .where('node', database.others.node === null ? 'is' : '=', database.others.node)
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
    *script() {
      dropped = yield* dropOldest({ seq, limit: dropBatch, node: database.others.node })
    },
  })
  return dropped
}

type Since = { readonly seq: number; readonly node: string | null; readonly limit: number | undefined }

async function readSince({ read }: Database, { seq, node, limit }: Since): Promise<readonly ReplayRow[]> {
  const rows = await read
    .selectFrom('session_events')
    .select(['seq', 'kind', 'session_id as sessionId', 'data'])
    .where('seq', '>', seq)
    .where('kind', '<>', 'checkpoint')
    .where('node', node === null ? 'is' : '=', node)
    .orderBy('seq', 'asc')
    .$if(limit !== undefined, (every) => every.limit(limit ?? 0))
    .execute()
  return rows.map((row) => ({ ...row, data: row.data ?? 'null' }))
}
