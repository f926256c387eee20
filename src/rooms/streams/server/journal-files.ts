// Where a session's journal stands beside its log, and how a file is told from another one in its place.
import { lstatSync, type BigIntStats } from 'node:fs'
import { isMissing } from '#platform/server/files/missing.ts'

/** The log is written by the session's recorder; `older` is the half that was put aside last. */
export type StreamFiles = {
  readonly log: string
  readonly olderLog: string
  readonly journal: string
  readonly olderJournal: string
}

export type MeasuredLog = { readonly name: string; readonly size: number; readonly changedMs: number }

/** Null for a file that is not there, and for what is no plain file. */
export function measure(path: string): MeasuredLog | null {
  try {
    // An error that nobody sees would cost more than the look.
    const found = lstatSync(path, { bigint: true, throwIfNoEntry: false })
    if (found?.isFile() !== true) return null
    return { name: nameOf(found), size: Number(found.size), changedMs: Number(found.mtimeMs) }
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** Given to no other file, even in its place. */
export function nameOf({ ino, birthtimeNs }: Pick<BigIntStats, 'ino' | 'birthtimeNs'>): string {
  return `${ino}-${birthtimeNs}`
}
