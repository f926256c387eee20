// How much room the database takes, and how much of that is free for what comes.
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { dialectOf } from '#platform/server/db/dialect.ts'
import type { Database } from '#platform/server/db/open-database.ts'
import { unlessMissing } from '#platform/server/files/missing.ts'
import type { SystemAnswer } from '../contract.ts'

type Size = Pick<SystemAnswer['database'], 'bytes' | 'wal_bytes' | 'pages' | 'free_pages' | 'page_bytes'>

/** Rejects where the file can't be read. */
export function sizeOf({ read }: Pick<Database, 'read'>, home: string): Promise<Size> {
  return dialectOf(read) === 'sqlite' ? sizeOfFile(read, home) : sizeThere(read)
}

async function sizeOfFile(read: Database['read'], home: string): Promise<Size> {
  const path = join(home, 'service.db')
  const [file, wal, pages, free, page] = await Promise.all([
    unlessMissing(stat(path)),
    unlessMissing(stat(`${path}-wal`)),
    sql<{ page_count: number }>`PRAGMA page_count`.execute(read),
    sql<{ freelist_count: number }>`PRAGMA freelist_count`.execute(read),
    sql<{ page_size: number }>`PRAGMA page_size`.execute(read),
  ])
  return {
    bytes: file?.size ?? 0,
    wal_bytes: wal?.size ?? 0,
    pages: pages.rows[0]?.page_count ?? 0,
    free_pages: free.rows[0]?.freelist_count ?? 0,
    page_bytes: page.rows[0]?.page_size ?? 0,
  }
}

const unknown: Size = { bytes: 0, wal_bytes: 0, pages: 0, free_pages: 0, page_bytes: 0 }

/** PostgreSQL keeps its log for all databases together, and tells of no free pages. */
async function sizeThere(read: Database['read']): Promise<Size> {
  const asked = sql<{ bytes: number; page: number }>`SELECT pg_database_size(current_database()) AS bytes,
    CAST(current_setting('block_size') AS BIGINT) AS page`
  try {
    const { bytes = 0, page = 1 } = (await asked.execute(read)).rows[0] ?? {}
    return { ...unknown, bytes, pages: Math.round(bytes / page), page_bytes: page }
  } catch {
    // What is away is told by the trouble of the database, and the rest of the page as ever.
    return unknown
  }
}
