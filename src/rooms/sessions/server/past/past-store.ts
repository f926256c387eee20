// The table of sessions that left the board. A row is written with the removal itself, so that no session is in neither place.
import { fromIso, toIso } from '#base/time.ts'
import type { Database } from '#platform/server/db/open-database.ts'
import { statement, type Script } from '#platform/server/db/script.ts'
import { pageOf, type ListPage, type PageRequest } from '#platform/server/http/pages.ts'
import { sessionSchema, type Session } from '../../contract.ts'
import { leftAsSchema, type LeftAs, type PastQuery } from '../../contract/past.ts'

/** A session as it was when it left. */
export type PastRecord = { readonly session: Session; readonly leftAt: string; readonly leftAs: LeftAs }
/** `node`: whose session it was; null where one service has the table for itself. */
export type StoredPast = PastRecord & { readonly seq: number; readonly node: string | null }
export type PastFilters = Omit<PastQuery, 'limit' | 'cursor'>

export interface PastStore {
  /** Writes those that left without a row of the log, as at a start. Rejects with `StorageError`. */
  add(records: readonly PastRecord[]): Promise<void>
  find(id: string): Promise<StoredPast | null>
  /** The last that left first. */
  page(filters: PastFilters, page: PageRequest): Promise<ListPage<StoredPast>>
  /** In the order in which they left, from above `seq`. */
  after(seq: number, limit: number): Promise<StoredPast[]>
  ids(): Promise<Set<string>>
  /** Nobody is told of it any more; false when there is none. Rejects with `StorageError`. */
  hide(id: string): Promise<boolean>
  /** Those of this service that were hidden, or left before `time` (ISO 8601): up to `limit` of them. */
  due(time: string, limit: number): Promise<StoredPast[]>
}

/** Sessions in one commit: a few milliseconds. */
const atOnce = 100

const save = statement(
  `INSERT INTO past_sessions (id, left_at, left_as, state, agent_type, task_id, session, node)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET left_at = excluded.left_at, left_as = excluded.left_as, state = excluded.state,
    agent_type = excluded.agent_type, task_id = excluded.task_id, session = excluded.session, node = excluded.node`,
)
const hide = statement('UPDATE past_sessions SET forgotten = 1 WHERE id = ? AND forgotten = 0')

/** A part of a write. A session that came back and leaves again has its newest record. */
export function* insertPast({ session, leftAt, leftAs }: PastRecord, node: string | null): Script {
  const { id, state, agent_type: type, task_id: task } = session
  yield* save.run(id, leftAt, leftAs, state, type, task, JSON.stringify(session), node)
}

export function createPastStore({ commits, read, others }: Pick<Database, 'commits' | 'read' | 'others'>): PastStore {
  const { node } = others
  const shown = () => read.selectFrom('past_sessions').selectAll().where('forgotten', '=', 0)
  return {
    async add(records) {
      for (let from = 0; from < records.length; from += atOnce) {
        const part = records.slice(from, from + atOnce)
        await commits.write({
          *script() {
            for (const record of part) yield* insertPast(record, node)
          },
        })
      }
    },
    async find(id) {
      const row = await shown().where('id', '=', id).executeTakeFirst()
      return row === undefined ? null : toPast(row)
    },
    async page({ since, until, ...equal }, page) {
      let rows = shown()
      for (const field of ['state', 'agent_type', 'task_id'] as const) {
        const wanted = equal[field]
        if (wanted !== undefined) rows = rows.where(field, '=', wanted)
      }
      if (since !== undefined) rows = rows.where('left_at', '>=', toIso(fromIso(since)))
      if (until !== undefined) rows = rows.where('left_at', '<', toIso(fromIso(until)))
      if (page.from !== null) rows = rows.where('seq', '<', page.from)
      const found = await rows
        .orderBy('seq', 'desc')
        .limit(page.limit + 1)
        .execute()
      return pageOf(found.map(toPast), page, ({ seq }) => seq)
    },
    async after(seq, limit) {
      return (await shown().where('seq', '>', seq).orderBy('seq', 'asc').limit(limit).execute()).map(toPast)
    },
    async ids() {
      const rows = await read.selectFrom('past_sessions').select('id').execute()
      return new Set(rows.map(({ id }) => id))
    },
    async hide(id) {
      let hidden = 0
      await commits.write({
        *script() {
          hidden = yield* hide.run(id)
        },
      })
      return hidden > 0
    },
    async due(time, limit) {
      const rows = read
        .selectFrom('past_sessions')
        .selectAll()
        .where('node', node === null ? 'is' : '=', node)
      const due = rows.where((where) => where.or([where('forgotten', '=', 1), where('left_at', '<', time)]))
      return (await due.orderBy('seq', 'asc').limit(limit).execute()).map(toPast)
    },
  }
}

type Row = {
  readonly seq: number
  readonly session: string
  readonly left_at: string
  readonly left_as: string
  readonly node: string | null
}

function toPast({ seq, session, left_at: leftAt, left_as: leftAs, node }: Row): StoredPast {
  return {
    seq,
    node,
    session: sessionSchema.parse(JSON.parse(session)),
    leftAt,
    leftAs: leftAsSchema.catch('pruned').parse(leftAs),
  }
}
