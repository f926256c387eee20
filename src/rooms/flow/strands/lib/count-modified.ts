// Counts the files below some paths that changed since a moment.
import { glob, lstat, readdir } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import type { Stats } from 'node:fs'

export type Counting = {
  /** Absolute; what relative paths begin at. */
  readonly root: string
  /** Files, folders (with all that is below them) and globs. */
  readonly paths: readonly string[]
  readonly sinceMs: number
  readonly signal: AbortSignal
}

/** Other people's code and a repository's own storage, which change without anybody writing. */
const skippedFolders = new Set(['node_modules', '.git'])
/** Past this an audit was pointed at the wrong place. */
const maxFiles = 100_000

/** Each file counts once, links not at all; a path that leads nowhere counts as nothing. */
export async function countModified({ root, paths, sinceMs, signal }: Counting): Promise<number> {
  const seen = new Set<string>()
  let modified = 0
  for (const path of paths) {
    for await (const [file, stats] of filesAt(root, path)) {
      signal.throwIfAborted()
      if (seen.has(file)) continue
      seen.add(file)
      if (seen.size > maxFiles) throw new Error(`more than ${maxFiles} files lie below ${root}: name narrower paths`)
      if (stats.mtimeMs > sinceMs) modified += 1
    }
  }
  return modified
}

/** Takes a path or a name. */
function isSkipped(path: string): boolean {
  return skippedFolders.has(basename(path))
}

type Found = readonly [file: string, stats: Stats]

async function* filesAt(root: string, path: string): AsyncGenerator<Found> {
  const absolute = resolve(root, path)
  const stats = await look(absolute)
  if (stats !== null) yield* filesOf(absolute, stats)
  else if (/[*?{[]/.test(path)) yield* filesByGlob(root, path)
}

async function* filesByGlob(root: string, pattern: string): AsyncGenerator<Found> {
  for await (const match of glob(pattern, { cwd: root, exclude: isSkipped })) {
    const file = resolve(root, match)
    const stats = await look(file)
    if (stats?.isFile() === true) yield [file, stats]
  }
}

async function* filesOf(path: string, stats: Stats): AsyncGenerator<Found> {
  if (stats.isFile()) yield [path, stats]
  if (!stats.isDirectory()) return
  for (const name of await readdir(path)) {
    if (isSkipped(name)) continue
    const inner = join(path, name)
    const found = await look(inner)
    if (found !== null) yield* filesOf(inner, found)
  }
}

/** Null for what is not there, or went away meanwhile. */
async function look(path: string): Promise<Stats | null> {
  try {
    return await lstat(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return null
    throw error
  }
}
