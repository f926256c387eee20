// Brings service.db up to date: numbered migrations, each in a transaction, with one copy of a file that was there before the first.
import { chmodSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'

export type Migration = { readonly number: number; readonly name: string; readonly sql: string }

/** Told to PostgreSQL, too; null where that needs nothing. */
export type TwofoldMigration = Migration & { readonly postgres: string | null }

/** The file was written by a newer program, which may rely on what this one does not know. */
export class NewerDatabaseError extends Error {
  override readonly name = 'NewerDatabaseError'
  /** The newest copy of an upgrade that this program can read; null where there is none. */
  readonly copy: string | null

  constructor(message: string, copy: string | null) {
    super(message)
    this.copy = copy
  }
}

/**
 * Applies the migrations whose numbers are not stored yet, lowest first, and answers those numbers. Numbers may be filled
 * in after a higher one was applied. Throws `NewerDatabaseError` when the file holds a number above all of `migrations`.
 */
export function migrate(db: DatabaseSync, path: string, migrations: readonly Migration[]): number[] {
  db.exec(
    'CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY, name TEXT NOT NULL, applied_at TEXT NOT NULL)',
  )
  const applied = new Set(
    db
      .prepare('SELECT number FROM migrations')
      .all()
      .map((row) => Number(row.number)),
  )
  const copy = (limit: number): string | null => copiesOf(path).find(({ version }) => version <= limit)?.file ?? null
  refuseNewer(path, { applied, migrations, copy })
  const missing = missingOf(migrations, applied)
  // Named by what it holds rather than by what comes: a number that is filled in later lies below what stands in the file.
  if (applied.size > 0 && missing.length > 0) backUp(db, copyBefore(path, Math.max(...applied) + 1))
  for (const migration of missing) apply(db, migration)
  return missing.map(({ number }) => number)
}

/** The copies that upgrades left beside the database, the newest first; `version` is the first that a copy knows nothing of. */
export function copiesOf(path: string): readonly { readonly file: string; readonly version: number }[] {
  const start = `${basename(path)}.before-v`
  return readdirSync(dirname(path))
    .filter((name) => name.startsWith(start) && /^\d+$/.test(name.slice(start.length)))
    .map((name) => ({ file: join(dirname(path), name), version: Number(name.slice(start.length)) }))
    .toSorted((one, other) => other.version - one.version)
}

type Standing = {
  readonly applied: ReadonlySet<number>
  readonly migrations: readonly Migration[]
  /** The newest copy that a program can read which knows no version from `limit` on. */
  readonly copy?: (limit: number) => string | null
}

/** Throws `NewerDatabaseError` where `place` was written by a newer program. */
export function refuseNewer(place: string, { applied, migrations, copy }: Standing): void {
  const highest = Math.max(0, ...migrations.map(({ number }) => number))
  const newest = Math.max(0, ...applied)
  if (newest <= highest) return
  const reason = `${place} is at version ${newest}, and this program knows none above ${highest}`
  throw new NewerDatabaseError(reason, copy?.(highest + 1) ?? null)
}

/** Those that are to be applied, lowest first. */
export function missingOf<M extends Migration>(migrations: readonly M[], applied: ReadonlySet<number>): M[] {
  return migrations.filter(({ number }) => !applied.has(number)).toSorted((a, b) => a.number - b.number)
}

const copyBefore = (path: string, version: number): string => `${path}.before-v${version}`

/** A copy taken by SQLite itself, so that what still stands in the write-ahead log is in it. A half one never has the name. */
function backUp(db: DatabaseSync, copy: string): void {
  const half = `${copy}.tmp`
  rmSync(half, { force: true })
  db.prepare('VACUUM INTO ?').run(half)
  chmodSync(half, 0o600)
  renameSync(half, copy)
}

function apply(db: DatabaseSync, { number, name, sql }: Migration): void {
  db.exec('BEGIN IMMEDIATE')
  try {
    db.exec(sql)
    db.prepare("INSERT INTO migrations VALUES (?, ?, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))").run(number, name)
    db.exec('COMMIT')
  } catch (error) {
    db.exec('ROLLBACK')
    throw new Error(`migration ${number} (${name}) failed and was undone`, { cause: error })
  }
}
