// For tests: a database file in a folder of its own, both gone at the end.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Database } from './open-database.ts'

/** `path` is of the open database; copies beside it are of the same folder. */
export async function withDatabase(act: (db: DatabaseSync, path: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'orrery-migrate-'))
  const path = join(folder, 'service.db')
  const db = new DatabaseSync(path)
  try {
    await act(db, path)
  } finally {
    db.close()
    await rm(folder, { recursive: true })
  }
}

/** The names in a test's own table `rows`, as they are committed: another connection reads them. */
export async function names({ read }: Pick<Database, 'read'>): Promise<string[]> {
  const rows = await read
    .selectFrom('rows' as 'counters')
    .select('name')
    .orderBy('name')
    .execute()
  return rows.map(({ name }) => name)
}
