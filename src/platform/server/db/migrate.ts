// Brings service.db up to date: numbered migrations, each in a transaction, with a backup before each, if the file was there.
import { chmodSync, existsSync, rmSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'

export type Migration = { readonly number: number; readonly name: string; readonly sql: string }

/** The file was written by a newer program, which may rely on what this one does not know. */
export class NewerDatabaseError extends Error {
  override readonly name = 'NewerDatabaseError'
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
  refuseNewer(applied, migrations, path)
  const wasThere = applied.size > 0
  const missing = migrations.filter(({ number }) => !applied.has(number)).toSorted((a, b) => a.number - b.number)
  for (const migration of missing) {
    if (wasThere) backUp(db, `${path}.before-v${migration.number}`)
    apply(db, migration)
    applied.add(migration.number)
  }
  return missing.map(({ number }) => number)
}

function refuseNewer(applied: ReadonlySet<number>, migrations: readonly Migration[], path: string): void {
  const highest = Math.max(0, ...migrations.map(({ number }) => number))
  const newest = Math.max(0, ...applied)
  if (newest <= highest) return
  throw new NewerDatabaseError(
    `${path} is at version ${newest} and this program knows ${highest}. Start a newer Orrery, or restore ${path}.before-v${highest + 1}.`,
  )
}

/** A copy taken by SQLite itself, so that what still stands in the write-ahead log is in it. */
function backUp(db: DatabaseSync, copy: string): void {
  if (existsSync(copy)) rmSync(copy)
  db.prepare('VACUUM INTO ?').run(copy)
  chmodSync(copy, 0o600)
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
