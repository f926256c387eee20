// Why the database takes no changes, and what a person can do about it.
import type { Refusal } from '#platform/contract.ts'

/**
 * `full`: the disk has no room. `locked`: another program holds the database. `moved`: the home is not where it was when
 * the service started. `remote`: PostgreSQL can't be used. `named`: there another service has our name. `behind`: another
 * service changed the same before. `failed`: anything else that a database says.
 */
export type StorageTrouble = 'full' | 'locked' | 'moved' | 'remote' | 'named' | 'behind' | 'failed'

/** The database took none of the writes. What was changed in memory has been undone. */
export class StorageError extends Error {
  override readonly name = 'StorageError'
  readonly code = 'storage_unavailable'
  readonly trouble: StorageTrouble

  constructor(message: string, options?: ErrorOptions & { readonly trouble?: StorageTrouble }) {
    super(message, options)
    this.trouble = options?.trouble ?? 'failed'
  }
}

/**
 * Thrown by a script: another service changed what the write was planned on. It is refused with what its room planned after it,
 * and what else waits goes on; who asked for it reads these anew and plans it once more.
 */
export class BehindError extends StorageError {
  readonly ids: readonly string[]

  constructor(ids: readonly string[]) {
    super('Another service changed the same meanwhile.', { trouble: 'behind' })
    this.ids = ids
  }
}

/** SQLite's primary result codes; the extended ones have them in their lowest byte. */
const sqliteBusy = 5
const sqliteFull = 13
/** An extended one, SQLITE_IOERR_SHMSIZE: so SQLite tells that there is no room for its shared memory. */
const sqliteNoSharedMemory = 4874

/** The error of a write that SQLite, or the look before it, did not let through. */
export function notTaken(cause: unknown): StorageError {
  if (cause instanceof StorageError) return cause
  return new StorageError('The database did not take the change.', { cause, trouble: troubleOf(cause) })
}

export function isLocked(error: unknown): boolean {
  return primaryCode(error) === sqliteBusy
}

function troubleOf(error: unknown): StorageTrouble {
  const code = primaryCode(error)
  if (code === sqliteFull || errorCode(error) === sqliteNoSharedMemory) return 'full'
  return code === sqliteBusy ? 'locked' : 'failed'
}

function primaryCode(error: unknown): number | null {
  const code = errorCode(error)
  return code === null ? null : code & 0xff
}

function errorCode(error: unknown): number | null {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) : null
}

const outcome = 'so nothing was changed.'

export const storageRefusals: Readonly<Record<StorageTrouble, Refusal>> = {
  full: {
    error: 'storage_unavailable',
    reason: `The disk of the service's home is full, ${outcome}`,
    hint: "Make room on the disk of the service's home; it goes on by itself then.",
  },
  locked: {
    error: 'storage_unavailable',
    reason: `Another program holds the database locked, ${outcome}`,
    hint: 'End the program that has service.db open, such as sqlite3 or a backup; it goes on by itself then.',
  },
  moved: {
    error: 'storage_unavailable',
    reason: `The service's home was moved, removed or replaced while the service runs, ${outcome}`,
    hint: 'Move it back to its old place, or stop the service and start it with SERVICE_HOME at the new one.',
  },
  remote: {
    error: 'storage_unavailable',
    reason: `PostgreSQL can not be used now, ${outcome}`,
    hint: "Look at DATABASE_URL and at that server, and at the service's log; it goes on by itself then.",
  },
  named: {
    error: 'storage_unavailable',
    reason: `Another service bears the name of this node in PostgreSQL, ${outcome}`,
    hint: 'Give this service a name of its own and start it anew: SERVICE_NODE=<name>.',
  },
  behind: {
    error: 'storage_unavailable',
    reason: `Other nodes change the same again and again, ${outcome}`,
    hint: 'Look at it as it stands now, and try again.',
  },
  failed: {
    error: 'storage_unavailable',
    reason: `The database takes no changes now, ${outcome}`,
    hint: "The service's log says why; look at the disk of the service's home.",
  },
}
