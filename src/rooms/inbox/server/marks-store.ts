// The table of marks.
import type { Database } from '#platform/server/db/open-database.ts'
import { statement, type Script } from '#platform/server/db/script.ts'
import type { KeptMark } from '../core/mark.ts'

export interface MarksStore {
  load(): Promise<Map<string, KeptMark>>
  /** Those of these ids; null: it has none. */
  read(ids: readonly string[]): Promise<Map<string, KeptMark | null>>
  /** A part of a script, as is the next. */
  save(marks: ReadonlyMap<string, KeptMark>): Script
  remove(ids: readonly string[]): Script
}

const put = statement(
  `INSERT INTO inbox_marks (id, moment, kind, marked_at, until) VALUES (?, ?, ?, ?, ?)
   ON CONFLICT (id) DO UPDATE SET moment = excluded.moment, kind = excluded.kind, marked_at = excluded.marked_at,
     until = excluded.until`,
)
const remove = statement('DELETE FROM inbox_marks WHERE id = ?')

/** Ids in one statement. */
const idsAtOnce = 1000

export function createMarksStore(read: Database['read']): MarksStore {
  return {
    async load() {
      const rows = await read.selectFrom('inbox_marks').selectAll().execute()
      return new Map(rows.map((row) => [row.id, toMark(row)]))
    },
    async read(ids) {
      const found = new Map<string, KeptMark | null>(ids.map((id) => [id, null]))
      for (let from = 0; from < ids.length; from += idsAtOnce) {
        const part = ids.slice(from, from + idsAtOnce)
        const rows = await read.selectFrom('inbox_marks').selectAll().where('id', 'in', part).execute()
        for (const row of rows) found.set(row.id, toMark(row))
      }
      return found
    },
    *save(marks) {
      for (const [id, { moment, mark }] of marks) {
        yield* put.run(id, moment, mark.kind, mark.at, mark.kind === 'snoozed' ? mark.until : null)
      }
    },
    *remove(ids) {
      for (const id of ids) yield* remove.run(id)
    },
  }
}

type Row = { readonly moment: string; readonly kind: string; readonly marked_at: string; readonly until: string | null }

function toMark({ moment, kind, marked_at: at, until }: Row): KeptMark {
  return { moment, mark: kind === 'snoozed' ? { kind, at, until } : { kind: 'seen', at } }
}
