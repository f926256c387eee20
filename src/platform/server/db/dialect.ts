// Which database answers, for the few reads that can't be told to both in the same words.
import { SqliteAdapter, type Kysely } from 'kysely'
import type { DatabaseSchema } from './schema.ts'

export type Dialect = 'sqlite' | 'postgres'

export function dialectOf(read: Kysely<DatabaseSchema>): Dialect {
  return read.getExecutor().adapter instanceof SqliteAdapter ? 'sqlite' : 'postgres'
}
