// Which hub key the nodes of a PostgreSQL told each other, asked by commands over a connection of their own. Loaded with
// DATABASE_URL alone.
import { Client } from 'pg'

/** Short for a person who waits. */
const limitMs = 5000

export type ToldKey = { readonly publicKey: string; readonly node: string }

/** Null where no node told one yet. Rejects when PostgreSQL can't be asked. */
export async function readToldKey(url: string): Promise<ToldKey | null> {
  const client = new Client({
    connectionString: url,
    application_name: 'orrery node',
    connectionTimeoutMillis: limitMs,
    query_timeout: limitMs,
  })
  client.on('error', () => {
    // Told by whatever is asked next.
  })
  try {
    await client.connect()
    const { rows } = await client.query<{ there: string | null }>(
      "SELECT to_regclass('orrery.hub_identity')::text AS there",
    )
    if ((rows[0]?.there ?? null) === null) return null
    const found = await client.query<ToldKey>(
      'SELECT public_key AS "publicKey", node FROM orrery.hub_identity WHERE id = 1',
    )
    return found.rows[0] ?? null
  } finally {
    await client.end().catch(() => {
      // It never was one.
    })
  }
}
