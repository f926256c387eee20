// The table of marks.
import type { DatabaseSync } from 'node:sqlite'
import type { Database } from '#platform/server/db/open-database.ts'
import type { KeptMark } from '../core/mark.ts'

export interface MarksStore {
  load(): Promise<Map<string, KeptMark>>
  /** Called inside a transaction. */
  save(db: DatabaseSync, marks: ReadonlyMap<string, KeptMark>): void
  /** Called inside a transaction. */
  remove(db: DatabaseSync, ids: readonly string[]): void
}

export function createMarksStore(read: Database['read']): MarksStore {
  return {
    async load() {
      const rows = await read.selectFrom('inbox_marks').selectAll().execute()
      return new Map(rows.map((row) => [row.id, toMark(row)]))
    },
    save(db, marks) {
      const save = db.prepare(
        'INSERT OR REPLACE INTO inbox_marks (id, moment, kind, marked_at, until) VALUES (?, ?, ?, ?, ?)',
      )
      for (const [id, { moment, mark }] of marks) {
        save.run(id, moment, mark.kind, mark.at, mark.kind === 'snoozed' ? mark.until : null)
      }
    },
    remove(db, ids) {
      const remove = db.prepare('DELETE FROM inbox_marks WHERE id = ?')
      for (const id of ids) remove.run(id)
    },
  }
}

type Row = { readonly moment: string; readonly kind: string; readonly marked_at: string; readonly until: string | null }

function toMark({ moment, kind, marked_at: at, until }: Row): KeptMark {
  return { moment, mark: kind === 'snoozed' ? { kind, at, until } : { kind: 'seen', at } }
}
