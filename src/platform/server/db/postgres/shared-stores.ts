// The stores that several services share, for the one process that bears the name of its node among them.
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { secondMs } from '#base/time.ts'
import { CliError } from '../../cli/cli-error.ts'
import type { Database } from '../open-database.ts'
import { refuseLeavingBehind } from './left-behind.ts'
import { connectionOf } from './link.ts'
import { openPostgresDatabase, type PostgresOptions } from './open-postgres.ts'

/** A process that was killed holds its name until PostgreSQL sees that its connection is gone. */
const patienceMs = 10 * secondMs
const retryMs = 250
/** After the connection broke, as with a PostgreSQL that was started anew. */
const againMs = 2 * secondMs

export type SharedStoresOptions = PostgresOptions & {
  /** The home whose board must not be left behind; null when somebody said that it may. */
  readonly leaving: string | null
}

/**
 * Rejects with `CliError` while another process bears the name: two of one name would take each other's sessions for their own.
 * Rejects with what `refuseLeavingBehind` and `openPostgresDatabase` do.
 */
export async function openSharedStores({ leaving, ...options }: SharedStoresOptions): Promise<Database> {
  await using opened = new AsyncDisposableStack()
  const database = opened.use(await openPostgresDatabase(options))
  if (leaving !== null) await refuseLeavingBehind(leaving, database.read)
  opened.use(await bearName(options))
  const kept = opened.move()
  return { ...database, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}

async function bearName(options: PostgresOptions): Promise<AsyncDisposable> {
  const held = { client: await takeName(options), isOver: false }
  follow(options, held)
  return {
    async [Symbol.asyncDispose]() {
      held.isOver = true
      await held.client.end().catch((error: unknown) => {
        options.log.debug({ err: error }, 'the connection that holds the name of this node was gone')
      })
    },
  }
}

type Held = { client: Client; isOver: boolean }

/** A name whose connection broke is taken again; what this process wrote meanwhile is its own all the same. */
function follow(options: PostgresOptions, held: Held): void {
  held.client.once('end', () => void takeAgain(options, held))
}

async function takeAgain(options: PostgresOptions, held: Held): Promise<void> {
  while (!held.isOver) {
    await wait(againMs, undefined, { ref: false })
    if (held.isOver) return
    try {
      const client = await takeName(options)
      if (held.isOver) {
        await client.end()
        return
      }
      held.client = client
      return follow(options, held)
    } catch (error) {
      if (error instanceof CliError) options.log.error({ node: options.node }, error.message)
      else options.log.debug({ err: error }, 'the name of this node could not be taken again yet')
    }
  }
}

async function takeName({ url, node, log }: PostgresOptions): Promise<Client> {
  const client = new Client({ ...connectionOf({ url, name: `orrery ${node} name` }), keepAlive: true })
  client.on('error', (error) => log.debug({ err: error }, 'the connection that holds the name of this node broke'))
  await client.connect()
  const endMs = performance.now() + patienceMs
  while (!(await isTaken(client, node))) {
    if (performance.now() > endMs) {
      await client.end()
      throw new CliError('unavailable', `another service is the node ${node} on the PostgreSQL of DATABASE_URL`, {
        hints: ['Give this one a name of its own, SERVICE_NODE=<name>, or stop the other one first.'],
      })
    }
    await wait(retryMs)
  }
  return client
}

async function isTaken(client: Client, node: string): Promise<boolean> {
  const { rows } = await client.query<{ free: number }>(
    "SELECT pg_try_advisory_lock(hashtext('orrery stores'), hashtext($1))::integer AS free",
    [node],
  )
  return rows[0]?.free === 1
}
