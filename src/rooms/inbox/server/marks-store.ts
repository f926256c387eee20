// The table of marks.
import type { Database } from '#platform/server/db/open-database.ts'
import { statement, type Script } from '#platform/server/db/script.ts'
import type { KeptMark } from '../core/mark.ts'

export interface MarksStore {
  load(): Promise<Map<string, KeptMark>>
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

export function createMarksStore(read: Database['read']): MarksStore {
  return {
    async load() {
      const rows = await read.selectFrom('inbox_marks').selectAll().execute()
      return new Map(rows.map((row) => [row.id, toMark(row)]))
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
