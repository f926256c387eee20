// The lock under which tables are made in a PostgreSQL that several services share.
import type { ClientBase } from 'pg'

const retryMs = 200

/**
 * Resolves once the session of this client holds it; it ends with `unlockTables`, or with the session. It is asked for again
 * and again: a statement that waits would hold a snapshot, and an index that another one builds meanwhile under this very lock
 * (CREATE INDEX CONCURRENTLY) waits for all snapshots, so that both would wait for ever.
 */
export async function lockTables(client: Pick<ClientBase, 'query'>): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ free: number }>(
      // As a number: connections of the stores read truth values in a way of their own.
      "SELECT pg_try_advisory_lock(hashtext('orrery'), hashtext('tables'))::int AS free",
    )
    if (rows[0]?.free === 1) return
    await new Promise((resolve) => void setTimeout(resolve, retryMs))
  }
}

export async function unlockTables(client: Pick<ClientBase, 'query'>): Promise<void> {
  await client.query("SELECT pg_advisory_unlock(hashtext('orrery'), hashtext('tables'))")
}
