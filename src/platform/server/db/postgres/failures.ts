// What a failure of PostgreSQL means: for the connection, for the transaction, and for a person.
import { DatabaseError } from 'pg'
import { StorageError, type StorageTrouble } from '../storage-error.ts'

/** Codes of SQLSTATE; by their first two characters where all of a class mean the same. */
const troubles: readonly (readonly [string, StorageTrouble])[] = [
  // disk_full, and the class of resources that ran out
  ['53100', 'full'],
  ['53', 'remote'],
  // read_only_sql_transaction: a standby, or a server that was told to take nothing
  ['25006', 'remote'],
  // operator intervention (a statement that was cancelled), authorization
  ['57', 'remote'],
  ['28', 'remote'],
  // lock_not_available
  ['55P03', 'locked'],
]

/** The connection broke, or its server was silent: nobody knows what it holds. */
export class BrokenLink extends Error {
  override readonly name = 'BrokenLink'
}

/** What PostgreSQL answers. What it says about one statement leaves the connection good; all else is a `BrokenLink`. */
export async function answered<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    throw failureOf(error)
  }
}

export function failureOf(error: unknown): Error {
  if (error instanceof DatabaseError && error.code !== undefined && !/^(08|57P)/.test(error.code)) return error
  return new BrokenLink('the connection to PostgreSQL broke', { cause: error })
}

/** Two nodes were in each other's way, and nothing of this transaction is left: it may begin anew. */
export function isToRetry(error: unknown): boolean {
  return error instanceof DatabaseError && (error.code === '40001' || error.code === '40P01')
}

/** The error of a write that PostgreSQL did not take. */
export function notTakenThere(cause: unknown): StorageError {
  if (cause instanceof StorageError) return cause
  const trouble = troubleOf(cause)
  const message = trouble === 'remote' ? 'PostgreSQL can not be used.' : 'PostgreSQL did not take the change.'
  return new StorageError(message, { cause, trouble })
}

function troubleOf(error: unknown): StorageTrouble {
  if (error instanceof BrokenLink) return 'remote'
  const code = error instanceof DatabaseError ? (error.code ?? '') : ''
  return troubles.find(([start]) => code.startsWith(start))?.[1] ?? 'failed'
}
