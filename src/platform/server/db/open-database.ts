// service.db: one connection for all writes, one for reads.
import { lstatSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { ensurePrivateFile } from '../files/private-file.ts'
import { migrations } from './all-migrations.ts'
import { refuseEmptied } from './emptied-database.ts'
import { createGroupCommit, type CommitGuard, type FileCommits, type GroupCommit } from './group-commit.ts'
import { nodeSqliteDialect } from './kysely-dialect.ts'
import { migrate, type Migration } from './migrate.ts'
import { nobodyElse, type OtherWriters } from './others.ts'
import { createReserve } from './reserve.ts'
import type { DatabaseSchema } from './schema.ts'
import { StorageError, type StorageTrouble } from './storage-error.ts'
import { createStorageHealth } from './storage-health.ts'

export interface Database extends AsyncDisposable {
  readonly commits: GroupCommit
  /** Second connection, for reading: it sees what is committed. */
  readonly read: Kysely<DatabaseSchema>
  /** Those that share the database. */
  readonly others: OtherWriters
  /** Why the file takes no changes, as far as is known without waiting; null while it does. */
  trouble(): StorageTrouble | null
}

/** A database that is a file. */
export interface FileDatabase extends Database {
  readonly commits: FileCommits
}

export type DatabaseOptions = {
  readonly path: string
  /** `normal` survives the death of the process, `full` that of the machine. */
  readonly sync: 'normal' | 'full'
  readonly migrations?: readonly Migration[]
}

/** Opening meets another process's last checkpoint; nobody is served yet. */
const openTimeoutMs = 5000

/** A reader waits for nobody in WAL mode, but for the few milliseconds in which another process resets the log. */
const readTimeoutMs = 100

/** How often a reserve that was given up is looked for room. */
const reserveCheckMs = 5000

/**
 * 6 MB. What a commit copies into the file then takes up to 9 ms of the processor, where 16 MB took 13 to 16, and an event of
 * the log costs no more. SQLite's own 1000 pages copy the busy ones so often that it costs a twentieth more.
 */
const checkpointPages = 1500

/** Opens (or creates, 0600) the file and migrates it. Throws `NewerDatabaseError`, `EmptiedDatabaseError`, ELOOP for a symbolic link, or what SQLite throws. */
export function openDatabase(options: DatabaseOptions): FileDatabase {
  refuseEmptied(options.path)
  createPrivately(options.path)
  const writer = new DatabaseSync(options.path, { timeout: openTimeoutMs })
  writer.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${options.sync}; PRAGMA foreign_keys = ON;`)
  writer.exec(`PRAGMA wal_autocheckpoint = ${checkpointPages}`)
  migrate(writer, options.path, options.migrations ?? migrations)
  // From now on waiting happens between turns of the event loop: see group-commit.ts.
  writer.exec('PRAGMA busy_timeout = 0')
  const reader = new DatabaseSync(options.path, { timeout: readTimeoutMs, readOnly: true })
  const read = new Kysely<DatabaseSchema>({ dialect: nodeSqliteDialect(reader) })
  const { commits, trouble, checks } = openCommits(writer, options.path)
  return {
    commits,
    read,
    others: nobodyElse,
    trouble,
    async [Symbol.asyncDispose]() {
      clearInterval(checks)
      commits.flushSync()
      await read.destroy()
      writer.close()
    },
  }
}

function openCommits(writer: DatabaseSync, path: string) {
  const reserve = createReserve(join(dirname(path), 'reserve'))
  reserve.take()
  const checks = setInterval(() => {
    if (reserve.isGivenUp()) reserve.take()
  }, reserveCheckMs).unref()
  const isInPlace = placeOf(path)
  const health = createStorageHealth({
    probe: () =>
      commits.write({ run: probe, mayUseReserve: true }).catch(() => {
        // The queue notes how each write went, and tells it to whoever asks for the health.
      }),
    look: () => (isInPlace() ? (reserve.isGivenUp() ? 'full' : null) : 'moved'),
    nowMs: () => performance.now(),
  })
  const guard: CommitGuard = {
    assertInPlace() {
      if (!isInPlace()) throw new StorageError(`${path} is not the database any more.`, { trouble: 'moved' })
    },
    giveUpReserve: () => reserve.giveUp(),
    isOnReserve: () => reserve.isGivenUp(),
    onOutcome: (trouble) => health.note(trouble),
  }
  const commits = createGroupCommit(writer, guard)
  return { commits, trouble: () => health.trouble(), checks }
}

/** Tells whether the file at the path is still the one that stands there now. */
function placeOf(path: string): () => boolean {
  const identity = (): string | null => {
    try {
      const { dev, ino } = statSync(path, { bigint: true })
      return `${dev} ${ino}`
    } catch {
      // Whatever hides it, it is not where it was.
      return null
    }
  }
  const own = identity()
  return () => identity() === own
}

function probe(db: DatabaseSync): void {
  db.exec("INSERT INTO counters VALUES ('probe', 0) ON CONFLICT DO UPDATE SET value = value + 1")
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
