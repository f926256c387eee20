// Reads a file of the person, for whom a missing one is nothing special.
import { readFile } from 'node:fs/promises'

/** The file's text, following links, or null when there is none. */
export async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
