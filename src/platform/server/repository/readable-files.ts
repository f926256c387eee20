// Which of these paths are files that git may read: plain, not too long, and open to us.
import { constants, type Stats } from 'node:fs'
import { access, lstat } from 'node:fs/promises'
import { join } from 'node:path'

export type FoundFiles = {
  /** To be read, in their order. */
  readonly readable: readonly string[]
  /** Nothing is there any more. */
  readonly gone: readonly string[]
  readonly bytes: number
}

/** So many at once: the pool of threads that answers serves the whole service. */
const atOnce = 64

/** Paths relative to `root`. A pipe, a socket, and what is longer than `longestBytes` is left out. */
export async function findFiles(root: string, paths: readonly string[], longestBytes: number): Promise<FoundFiles> {
  const readable: string[] = []
  const gone: string[] = []
  let bytes = 0
  for (let at = 0; at < paths.length; at += atOnce) {
    const part = paths.slice(at, at + atOnce)
    const sizes = await Promise.all(part.map((path) => sizeOf(join(root, path), longestBytes)))
    for (const [index, path] of part.entries()) {
      const size = sizes[index] ?? 'unreadable'
      if (size === 'gone') gone.push(path)
      if (typeof size !== 'number') continue
      readable.push(path)
      bytes += size
    }
  }
  return { readable, gone, bytes }
}

async function sizeOf(path: string, longestBytes: number): Promise<number | 'gone' | 'unreadable'> {
  try {
    const found: Stats = await lstat(path)
    if (found.isSymbolicLink()) return found.size
    if (!found.isFile()) return found.isDirectory() ? 'gone' : 'unreadable'
    if (found.size > longestBytes) return 'unreadable'
    await access(path, constants.R_OK)
    return found.size
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    return error.code === 'ENOENT' || error.code === 'ENOTDIR' ? 'gone' : 'unreadable'
  }
}
