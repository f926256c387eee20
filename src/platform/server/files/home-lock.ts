// One service per home. The lock is the operating system's, held through SQLite: it ends with the process, however that dies.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { ensurePrivateFile } from './private-file.ts'

/** Longer than a command line looks at the lock, so that a look never refuses a start. */
const lockWaitMs = 500

export interface HomeLock extends Disposable {
  /** Lets another service start on the home; may be called again. */
  [Symbol.dispose](): void
}

/** The lock, or null when a living process has it. Throws when the lock file can't be opened. */
export function lockHome(home: string): HomeLock | null {
  const path = join(home, 'lock.db')
  ensurePrivateFile(path)
  const database = new DatabaseSync(path, { timeout: lockWaitMs })
  try {
    database.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    if (isBusy(error)) return null
    throw error
  }
  return {
    [Symbol.dispose]: () => {
      if (database.isOpen) database.close()
    },
  }
}

/** Whether a living service has the home. False when nothing of it can be opened: then there is none either. */
export function isHomeLocked(home: string): boolean {
  const database = openForLook(join(home, 'lock.db'))
  if (database === null) return false
  try {
    database.exec('SELECT count(*) FROM sqlite_schema')
    return false
  } catch (error) {
    if (isBusy(error)) return true
    throw error
  } finally {
    database.close()
  }
}

function openForLook(path: string): DatabaseSync | null {
  try {
    return new DatabaseSync(path, { readOnly: true, timeout: 0 })
  } catch {
    return null
  }
}

const sqliteBusy = 5
const sqliteLocked = 6

function isBusy(error: unknown): boolean {
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : null
  return code === sqliteBusy || code === sqliteLocked
}
