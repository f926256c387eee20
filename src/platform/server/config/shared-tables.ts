// Where the tables are: in the home, or in a PostgreSQL that several services share.
import type { Config } from './config.ts'

/** `postgres://…` of the tables; null where they are in the home. */
export function sharedTables({ databaseUrl, stores }: Pick<Config, 'databaseUrl' | 'stores'>): string | null {
  return stores === 'home' ? null : databaseUrl
}
