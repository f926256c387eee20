// A missing file as a value: nothing special where a file may not have been written yet.
import { readFile } from 'node:fs/promises'

/** Whether the system says that there is no such file. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

/** What an operation on a file resolves with, or null when there is no such file; rejects with every other error. */
export async function unlessMissing<T>(operation: Promise<T>): Promise<T | null> {
  try {
    return await operation
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

/** The file's text, following links, or null when there is none. */
export function readIfThere(path: string): Promise<string | null> {
  return unlessMissing(readFile(path, 'utf8'))
}
