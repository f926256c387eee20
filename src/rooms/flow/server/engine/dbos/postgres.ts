// The connections of this node to PostgreSQL, its name there, which one process at a time may bear, and the table of cancels.
import { Client, Pool } from 'pg'
import { secondMs } from '#base/time.ts'
import { StorageError } from '#platform/server/db/group-commit.ts'
import { lockTables } from '#platform/server/db/lock-tables.ts'
import type { Log } from '#platform/server/log/log.ts'

/** The workflows of DBOS take one each while they write; more would only wait for each other in the database. */
const poolSize = 10
const connectLimitMs = 5 * secondMs
/** A process that was killed a moment ago may still hold the name. */
const claimLimitMs = 10 * secondMs
const retryMs = secondMs
/** Schema of what is ours; DBOS has its own. */
const schema = 'orrery'

export interface NodeDatabase extends AsyncDisposable {
  readonly pool: Pool
  /** Waits for PostgreSQL, takes the node's name and makes the tables. Rejects when another process bears the name. */
  open(): Promise<void>
  /** Rejects with `StorageError` while PostgreSQL can't be asked. */
  reachable(): Promise<void>
  /** Runs alone among all nodes. */
  alone<T>(work: () => Promise<T>): Promise<T>
  noteCancel(id: string, by: string): Promise<void>
  /** Who cancelled which of these. */
  cancels(ids: readonly string[]): Promise<ReadonlyMap<string, string>>
  forgetCancels(before: Date): Promise<void>
}

export type NodeDatabaseParts = { readonly url: string; readonly node: string; readonly log: Log }

/** Nothing is asked of PostgreSQL before `open`. */
export function createNodeDatabase({ url, node, log }: NodeDatabaseParts): NodeDatabase {
  const connection = {
    connectionString: url,
    application_name: `orrery ${node}`,
    connectionTimeoutMillis: connectLimitMs,
    keepAlive: true,
  }
  const pool = new Pool({ ...connection, max: poolSize })
  // A connection that breaks while nobody uses it: the next one who asks gets another.
  pool.on('error', (error) => log.warn({ err: error }, 'a connection to PostgreSQL broke'))
  let isClosed = false
  const claim = createClaim(() => new Client(connection), { node, log, isClosed: () => isClosed })
  return {
    pool,
    async open() {
      for (;;) {
        try {
          await pool.query('SELECT 1')
          break
        } catch (error) {
          if (isClosed) throw error
          log.warn({ err: error }, 'PostgreSQL can not be reached, strands wait for it')
          await pause(retryMs)
        }
      }
      await claim.take()
      await this.alone(() => pool.query(tables))
    },
    async reachable() {
      try {
        await pool.query('SELECT 1')
      } catch (error) {
        throw new StorageError('PostgreSQL can not be reached.', { cause: error })
      }
    },
    async alone(work) {
      const client = await pool.connect()
      try {
        await lockTables(client)
        return await work()
      } finally {
        // With its session ends its lock.
        client.release(true)
      }
    },
    ...cancelsIn(pool),
    async [Symbol.asyncDispose]() {
      isClosed = true
      await claim.give()
      await pool.end()
    },
  }
}

type Cancels = Pick<NodeDatabase, 'noteCancel' | 'cancels' | 'forgetCancels'>

function cancelsIn(pool: Pool): Cancels {
  return {
    async noteCancel(id, by) {
      await pool.query(`INSERT INTO ${schema}.cancels (id, by) VALUES ($1, $2) ON CONFLICT DO NOTHING`, [id, by])
    },
    async cancels(ids) {
      if (ids.length === 0) return new Map()
      const { rows } = await pool.query<{ id: string; by: string }>(
        `SELECT id, by FROM ${schema}.cancels WHERE id = ANY($1)`,
        [ids],
      )
      return new Map(rows.map(({ id, by }) => [id, by]))
    },
    async forgetCancels(before) {
      await pool.query(`DELETE FROM ${schema}.cancels WHERE at < $1`, [before])
    },
  }
}

const tables = `
  CREATE SCHEMA IF NOT EXISTS ${schema};
  CREATE TABLE IF NOT EXISTS ${schema}.cancels (id text PRIMARY KEY, by text NOT NULL, at timestamptz NOT NULL DEFAULT now());`

type Claim = { readonly take: () => Promise<void>; readonly give: () => Promise<void> }
type ClaimParts = { readonly node: string; readonly log: Log; readonly isClosed: () => boolean }

/** A lock of a session: it ends with the process, however that ends. */
function createClaim(connect: () => Client, { node, log, isClosed }: ClaimParts): Claim {
  let holder: Client | null = null
  async function attempt(): Promise<boolean> {
    const client = connect()
    client.on('error', (error) => log.warn({ err: error }, 'the connection that holds the name of this node broke'))
    client.once('end', () => {
      if (holder === client) void retake()
    })
    await client.connect()
    const { rows } = await client.query<{ free: boolean }>(
      "SELECT pg_try_advisory_lock(hashtext('orrery node'), hashtext($1)) AS free",
      [node],
    )
    if (rows[0]?.free === true) holder = client
    else await client.end()
    return holder === client
  }
  /** PostgreSQL was started anew, or the network broke: what runs goes on, and the name is taken again. */
  async function retake(): Promise<void> {
    holder = null
    while (!isClosed() && holder === null) {
      try {
        if (!(await attempt())) log.error({ node }, 'another service bears the name of this node')
      } catch (error) {
        log.warn({ err: error }, 'the name of this node could not be taken again yet')
      }
      if (holder === null) await pause(retryMs)
    }
  }
  return {
    async take() {
      const endMs = performance.now() + claimLimitMs
      while (!(await attempt())) {
        if (performance.now() > endMs || isClosed()) throw new Error(nameTaken(node))
        await pause(retryMs / 4)
      }
    },
    async give() {
      const held = holder
      holder = null
      await held?.end()
    },
  }
}

const nameTaken = (node: string): string =>
  `Another service is the node ${node} of this PostgreSQL. Give this one a name of its own: SERVICE_NODE=<name>.`

const pause = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms).unref())
