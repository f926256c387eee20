// The connections of this node to PostgreSQL, its name there, which one process at a time may bear, and the table of cancels.
import { Pool } from 'pg'
import { secondMs } from '#base/time.ts'
import { StorageError } from '#platform/server/db/group-commit.ts'
import { lockTables } from '#platform/server/db/lock-tables.ts'
import type { StorageTrouble } from '#platform/server/db/storage-error.ts'
import type { Log } from '#platform/server/log/log.ts'
import { createClaim, NameTaken } from './claim.ts'
import { createTroubles, untilDone } from './troubles.ts'
import { answerLimitMs, createClientWatch } from './watched-client.ts'

/** The workflows of DBOS take one each while they write; more would only wait for each other in the database. */
const poolSize = 10
const connectLimitMs = 5 * secondMs
/** A process that was killed a moment ago may still hold the name. */
const patienceMs = 2 * secondMs
/** Schema of what is ours; DBOS has its own. */
const schema = 'orrery'

export interface NodeDatabase extends AsyncDisposable {
  readonly pool: Pool
  /** Waits for PostgreSQL and for the node's name, makes the tables, and does `work`, alone among all nodes; anew when that fails. */
  open(work: () => Promise<void>): Promise<void>
  /** Resolves when `open` has to wait. */
  readonly troubled: Promise<void>
  /** What `open` waits for. */
  trouble(): StorageTrouble | null
  /** Rejects with `StorageError` while PostgreSQL can't be asked. */
  reachable(): Promise<void>
  noteCancel(id: string, by: string): Promise<void>
  /** Who cancelled which of these. */
  cancels(ids: readonly string[]): Promise<ReadonlyMap<string, string>>
  forgetCancels(before: Date): Promise<void>
}

export type NodeDatabaseParts = { readonly url: string; readonly node: string; readonly log: Log }

/** Nothing is asked of PostgreSQL before `open`. */
export function createNodeDatabase({ url, node, log }: NodeDatabaseParts): NodeDatabase {
  const watch = createClientWatch()
  const connection = {
    connectionString: url,
    application_name: `orrery ${node}`,
    connectionTimeoutMillis: connectLimitMs,
    // A network that is cut is found out also by one that waits for a long answer.
    keepAlive: true,
    keepAliveInitialDelayMillis: answerLimitMs,
    idle_in_transaction_session_timeout: answerLimitMs,
  }
  const pool = new Pool({ ...connection, max: poolSize, Client: watch.Client })
  // A connection that breaks while nobody uses it: the next one who asks gets another.
  pool.on('error', ({ message }) => log.warn({ reason: message }, 'a connection to PostgreSQL broke'))
  let isClosed = false
  const troubles = createTroubles(log)
  const isEnding = (): boolean => isClosed
  const claim = createClaim(() => new watch.Client(connection), { node, log, isEnding })
  return {
    pool,
    troubled: troubles.first,
    trouble: troubles.present,
    async open(work) {
      const onFailure = (error: unknown): void => troubles.note('remote', error)
      await untilDone(() => pool.query('SELECT 1'), { isEnding, onFailure })
      const startMs = performance.now()
      await untilDone(() => claim.take(), {
        isEnding,
        onFailure(error) {
          if (!(error instanceof NameTaken)) onFailure(error)
          else if (performance.now() - startMs > patienceMs) troubles.note('named', error)
        },
      })
      const prepare = async (): Promise<void> => {
        await pool.query(tables)
        await work()
      }
      await untilDone(() => watch.patiently(() => alone(pool, prepare)), { isEnding, onFailure })
      troubles.end()
    },
    async reachable() {
      await answers(pool)
    },
    ...cancelsIn(pool),
    async [Symbol.asyncDispose]() {
      isClosed = true
      await claim.give()
      await pool.end()
      watch[Symbol.dispose]()
    },
  }
}

async function alone(pool: Pool, work: () => Promise<void>): Promise<void> {
  const client = await pool.connect()
  // It breaks while it is held; the work fails then.
  client.on('error', () => {})
  try {
    await lockTables(client)
    await work()
  } finally {
    // With its session ends its lock.
    client.release(true)
  }
}

/** Who asks for a run does not wait for a connection that is silent. */
async function answers(pool: Pool): Promise<void> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('no answer')), connectLimitMs)
  try {
    await Promise.race([pool.query('SELECT 1'), late.promise])
  } catch (error) {
    throw new StorageError('PostgreSQL can not be reached.', { cause: error, trouble: 'remote' })
  } finally {
    clearTimeout(timer)
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
