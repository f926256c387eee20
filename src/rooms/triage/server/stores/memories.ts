// The table of durable notes.
import type { Database } from '#platform/server/db/open-database.ts'
import { statement, type Script } from '#platform/server/db/script.ts'
import type { Memory } from '../../contract.ts'

export interface MemoryStore {
  /** Oldest first. */
  all(): Promise<Memory[]>
  find(id: number): Promise<Memory | null>
  /** Answers the id. */
  insert(body: string, at: string): Script<number>
  update(memory: Memory): Script
  remove(id: number): Script
}

const add = statement('INSERT INTO memories (body, created_at, updated_at) VALUES (?, ?, ?)', { key: 'id' })
const change = statement('UPDATE memories SET body = ?, updated_at = ? WHERE id = ?')
const remove = statement('DELETE FROM memories WHERE id = ?')

export function createMemoryStore(read: Database['read']): MemoryStore {
  return {
    all: () => read.selectFrom('memories').selectAll().orderBy('id', 'asc').execute(),
    async find(id) {
      return (await read.selectFrom('memories').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
    },
    insert: (body, at) => add.insert(body, at, at),
    *update({ id, body, updated_at: at }) {
      yield* change.run(body, at, id)
    },
    *remove(id) {
      yield* remove.run(id)
    },
  }
}
