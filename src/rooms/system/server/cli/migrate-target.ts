// The PostgreSQL that a home is copied to: reached once, and what it says in words for a person.
import { Client, DatabaseError } from 'pg'
import { CliError } from '#platform/server/cli/cli-error.ts'
import { CommitUnknownError, CopyRefusedError } from '#platform/server/db/postgres/copy/copy-home.ts'
import { UnfitValueError } from '#platform/server/db/postgres/copy/convert.ts'
import { connectionOf } from '#platform/server/db/postgres/link.ts'
import { NewerDatabaseError } from '#platform/server/db/migrate.ts'

export type MigrateTarget = AsyncDisposable & {
  readonly client: Client
  /** How it is called in words. */
  readonly name: string
}

/** Server and database, without who asks there and by which password. */
export function targetName(url: string): string {
  const { host, pathname } = new URL(url)
  return `${host === '' ? 'the local server' : host}${pathname}`
}

/** Throws `CliError` where it can't be reached, or does not let us in. */
export async function connectTo(url: string): Promise<MigrateTarget> {
  const name = targetName(url)
  // A table of millions takes its time.
  const { query_timeout: _, types: __, ...connection } = connectionOf({ url, name: 'orrery migrate' })
  const client = new Client(connection)
  let broken: Error | null = null
  client.on('error', (error) => (broken = error))
  try {
    await client.connect()
  } catch (error) {
    throw unreachable(error, name)
  }
  return {
    client,
    name,
    async [Symbol.asyncDispose]() {
      // Nothing is left to be ended of a connection that broke.
      if (broken === null) await client.end()
    },
  }
}

function unreachable(error: unknown, name: string): CliError {
  const why = error instanceof Error && error.message !== '' ? error.message : 'no answer'
  const isAnswer = error instanceof DatabaseError
  return new CliError('unavailable', `PostgreSQL at ${name} can not be used: ${why}`, {
    hints: [
      isAnswer
        ? 'Look at the user, the password and the name of the database in the address.'
        : 'Look whether it runs there, and whether its port is reached from this machine: pg_isready -h <host> -p <port>',
    ],
    cause: error,
  })
}

/** What became of a copy that was not made. */
export function refusedCopy(error: unknown, name: string): unknown {
  if (error instanceof CommitUnknownError)
    return new CliError('unavailable', `the connection to ${name} broke with the last statement`, {
      hints: ['All of it is there, or nothing: look with orrery migrate --to postgres --dry-run'],
      cause: error,
    })
  const nothing = 'Nothing was copied.'
  if (error instanceof UnfitValueError)
    return new CliError('refused', error.message, {
      hints: [`${nothing} Mend that row in service.db with sqlite3, then copy again.`],
      cause: error,
    })
  if (error instanceof CopyRefusedError)
    return new CliError('refused', `${name}: ${error.message}`, {
      hints: [`${nothing} Give it an empty database that nobody else uses.`],
      cause: error,
    })
  if (error instanceof NewerDatabaseError)
    return new CliError('refused', error.message, {
      hints: [`${nothing} Copy with the version of Orrery that made those tables.`],
      cause: error,
    })
  if (error instanceof DatabaseError)
    return new CliError('refused', `PostgreSQL at ${name} did not take it: ${error.message}`, {
      hints: [`${nothing} Mend what it says, then copy again.`],
      cause: error,
    })
  return error
}
