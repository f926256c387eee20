// The table of durable notes.
import type { DatabaseSync } from 'node:sqlite'
import type { Database } from '#platform/server/db/open-database.ts'
import type { Memory } from '../../contract.ts'

export interface MemoryStore {
  /** Oldest first. */
  all(): Promise<Memory[]>
  find(id: number): Promise<Memory | null>
  /** Called inside a transaction; answers the id. */
  insert(db: DatabaseSync, body: string, at: string): number
  /** Called inside a transaction. */
  update(db: DatabaseSync, memory: Memory): void
  remove(db: DatabaseSync, id: number): void
}

export function createMemoryStore(read: Database['read']): MemoryStore {
  return {
    all: () => read.selectFrom('memories').selectAll().orderBy('id', 'asc').execute(),
    async find(id) {
      return (await read.selectFrom('memories').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
    },
    insert(db, body, at) {
      const insert = db.prepare('INSERT INTO memories (body, created_at, updated_at) VALUES (?, ?, ?)')
      return Number(insert.run(body, at, at).lastInsertRowid)
    },
    update(db, { id, body, updated_at: at }) {
      db.prepare('UPDATE memories SET body = ?, updated_at = ? WHERE id = ?').run(body, at, id)
    },
    remove: (db, id) => void db.prepare('DELETE FROM memories WHERE id = ?').run(id),
  }
}
