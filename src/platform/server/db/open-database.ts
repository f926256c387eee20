// service.db: one connection for all writes, one for reads.
import { lstatSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { ensurePrivateFile } from '../files/private-file.ts'
import { migrations } from './all-migrations.ts'
import { createGroupCommit, type GroupCommit } from './group-commit.ts'
import { nodeSqliteDialect } from './kysely-dialect.ts'
import { migrate, type Migration } from './migrate.ts'
import type { DatabaseSchema } from './schema.ts'

export interface Database extends AsyncDisposable {
  readonly commits: GroupCommit
  /** Second connection, for reading: it sees what is committed. */
  readonly read: Kysely<DatabaseSchema>
  /** True when the last write went through and the file still takes writes. */
  isWritable(): boolean
}

export type DatabaseOptions = {
  readonly path: string
  /** `normal` survives the death of the process, `full` that of the machine. */
  readonly sync: 'normal' | 'full'
  readonly migrations?: readonly Migration[]
}

/** A reader never waits for the writer in WAL mode; the writer waits this long for another process's checkpoint. */
const busyTimeoutMs = 5000

/** 16 MB: SQLite's own 1000 pages would copy the busy pages four times as often, and wait for the disk each time. */
const checkpointPages = 4000

/** Opens (or creates, 0600) the file and migrates it. Throws `NewerDatabaseError`, ELOOP for a symbolic link, or what SQLite throws. */
export function openDatabase(options: DatabaseOptions): Database {
  createPrivately(options.path)
  const writer = new DatabaseSync(options.path, { timeout: busyTimeoutMs })
  writer.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${options.sync}; PRAGMA foreign_keys = ON;`)
  writer.exec(`PRAGMA wal_autocheckpoint = ${checkpointPages}`)
  migrate(writer, options.path, options.migrations ?? migrations)
  const reader = new DatabaseSync(options.path, { timeout: busyTimeoutMs, readOnly: true })
  const commits = createGroupCommit(writer)
  const read = new Kysely<DatabaseSchema>({ dialect: nodeSqliteDialect(reader) })
  return {
    commits,
    read,
    isWritable: () => takesWrites(writer),
    async [Symbol.asyncDispose]() {
      commits.flushSync()
      await read.destroy()
      writer.close()
    },
  }
}

/** Beside the file, by SQLite's own naming. */
const sideFiles = ['-wal', '-shm', '-journal']

/**
 * SQLite creates files under the umask; the service's are for their owner alone, whatever the umask. A link in the place
 * of one ends the start here, by its name: SQLite would only say that it can't open the database.
 */
function createPrivately(path: string): void {
  ensurePrivateFile(path)
  for (const side of sideFiles.map((suffix) => path + suffix)) {
    if (lstatSync(side, { throwIfNoEntry: false }) !== undefined) ensurePrivateFile(side)
  }
}

function takesWrites(writer: DatabaseSync): boolean {
  if (writer.isTransaction) return true
  try {
    writer.exec(
      "BEGIN IMMEDIATE; INSERT INTO counters VALUES ('probe', 0) ON CONFLICT DO UPDATE SET value = value + 1; COMMIT",
    )
    return true
  } catch {
    if (writer.isTransaction) writer.exec('ROLLBACK')
    return false
  }
}
