// Which of the services that share a database live, for statements of PostgreSQL alone.

/**
 * Whether the service of this name lives, as a condition: it holds a lock on its name as long as it does
 * (postgres/shared-stores.ts).
 */
export const livesSql = (name: string): string => `EXISTS (SELECT 1 FROM pg_locks
  WHERE locktype = 'advisory' AND objsubid = 2
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND classid::bigint = (hashtext('orrery stores')::bigint & 4294967295)
    AND objid::bigint = (hashtext(${name})::bigint & 4294967295))`
