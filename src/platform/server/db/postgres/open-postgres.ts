// The stores of the service on PostgreSQL: one connection for all writes, some for reads. Loaded with DATABASE_URL alone.
import { setTimeout as wait } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import { Client, Pool, type ClientConfig } from 'pg'
import { secondMs } from '#base/time.ts'
import { CliError } from '../../cli/cli-error.ts'
import type { Log } from '../../log/log.ts'
import { systemTimers } from '../../timers.ts'
import type { Database } from '../open-database.ts'
import type { DatabaseSchema } from '../schema.ts'
import { statement } from '../script.ts'
import { createStorageHealth } from '../storage-health.ts'
import { createPostgresCommits } from './commits.ts'
import { BrokenLink, failureOf } from './failures.ts'
import { connectionOf, openLink, type Link } from './link.ts'
import { makeMarks, newMark, prepareMark, type CommitMark } from './mark.ts'
import { createFollowers } from './followers.ts'
import { migratePostgres } from './migrate-postgres.ts'
import { followOthers } from './others.ts'

export type PostgresOptions = {
  readonly url: string
  /** The name of this node, by which its connections are known. */
  readonly node: string
  readonly log: Pick<Log, 'warn' | 'debug' | 'error'>
}

/** Pages are read side by side; more would only wait for each other in the database. */
const readers = 4
/** A start waits so long for a server that starts beside it. */
const startLimitMs = 30 * secondMs
const retryMs = 200
/** What waits at the end of the process is committed in this time, or refused. */
const endLimitMs = 5 * secondMs

const probe = statement(
  `INSERT INTO counters (name, value) VALUES ('probe', 0) ON CONFLICT (name) DO UPDATE SET value = counters.value + 1`,
)

/**
 * Waits for a server that starts beside it, brings the tables up to date, and connects. Rejects with `CliError` when
 * PostgreSQL can't be used, and with what `migratePostgres` throws.
 */
export async function openPostgresDatabase(options: PostgresOptions): Promise<Database> {
  await bringUpToDate(options)
  const mark = newMark()
  const name = `orrery ${options.node}`
  const link = openLink({ ...options, name: `${name} writes`, prepare: (client) => prepareMark(client, mark) })
  const pool = new Pool({ ...connectionOf({ ...options, name: `${name} reads` }), max: readers })
  const broke = (error: Error): void => options.log.debug({ err: error }, 'a connection that reads broke')
  pool.on('error', broke)
  // The pool hears of those that nobody uses alone: one that breaks amid a read would end the process.
  pool.on('connect', (client) => client.on('error', broke))
  const read = new Kysely<DatabaseSchema>({ dialect: new PostgresDialect({ pool }) })
  const { commits, trouble } = openCommits(link, mark)
  const followers = createFollowers(options.node)
  const heard = await followOthers({ ...options, ...followers, name, writer: mark.writer, timers: systemTimers })
  return {
    commits,
    read,
    others: followers,
    trouble,
    async [Symbol.asyncDispose]() {
      await heard[Symbol.asyncDispose]()
      await Promise.race([commits.flush(), wait(endLimitMs, undefined, { ref: false })])
      await link[Symbol.asyncDispose]()
      // What could not be committed is refused now that there is no connection.
      await commits.flush()
      await read.destroy()
    },
  }
}

/** On a connection of its own: a migration may take any time. */
async function bringUpToDate({ url, node, log }: PostgresOptions): Promise<void> {
  const { query_timeout: _, types: __, ...connection } = connectionOf({ url, name: `orrery ${node} tables` })
  const client = await connectWithin(connection, log)
  client.on('error', (error) => log.debug({ err: error }, 'the connection that makes the tables broke'))
  try {
    await migratePostgres(client)
    await makeMarks(client)
  } finally {
    await client.end()
  }
}

async function connectWithin(connection: ClientConfig, log: PostgresOptions['log']): Promise<Client> {
  const endMs = performance.now() + startLimitMs
  for (let attempt = 1; ; attempt += 1) {
    const client = new Client(connection)
    try {
      await client.connect()
      return client
    } catch (error) {
      // A wrong password stays wrong.
      if (!(failureOf(error) instanceof BrokenLink) || performance.now() > endMs) throw notThere(error)
      if (attempt === 1) log.warn({ err: error }, 'PostgreSQL can not be used yet; the start waits for it')
    }
    await wait(retryMs)
  }
}

function notThere(error: unknown): CliError {
  const why = error instanceof Error && error.message !== '' ? error.message : 'no answer'
  return new CliError('unavailable', `the PostgreSQL of DATABASE_URL can not be used: ${why}`, {
    hints: ['Look at the address, and at that server, with: orrery doctor', 'Then start again.'],
    cause: error,
  })
}

function openCommits(link: Link, mark: CommitMark) {
  const health = createStorageHealth({
    probe: () =>
      commits
        .write({
          *script() {
            yield* probe.run()
          },
          mayUseReserve: true,
        })
        .catch(() => {
          // The queue notes how each write went, and tells it to whoever asks for the health.
        }),
    look: () => (link.isUp() ? null : 'remote'),
    nowMs: () => performance.now(),
  })
  const commits = createPostgresCommits({ link, mark, onOutcome: (trouble) => health.note(trouble) })
  return { commits, trouble: () => health.trouble() }
}
