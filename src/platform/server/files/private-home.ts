// Makes the service's home a folder that only its owner can look into.
import { chmodSync, lstatSync, mkdirSync, readdirSync, statSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import { err, ok, type Result } from '#base/result.ts'

const privateFolderMode = 0o700
/** What others may do: nothing. The owner's execute bit of a person's own script stays. */
const othersMask = 0o077

export type HomeProblem = {
  readonly code: 'not_a_folder' | 'not_ours' | 'not_accessible'
  readonly reason: string
  readonly hint: string
}

/**
 * Creates `home` (0700) when it is missing and takes the rights of others from it and from everything inside, whatever
 * the umask was when it was written. May be called again. Refuses a home that is no folder, belongs to somebody else, or
 * can't be made or changed.
 */
export function makePrivateHome(home: string): Result<null, HomeProblem> {
  try {
    mkdirSync(home, { recursive: true, mode: privateFolderMode })
    const problem = findForeignHome(home)
    if (problem !== null) return err(problem)
    chmodSync(home, privateFolderMode)
    closeToOthers(home)
    return ok(null)
  } catch (error) {
    return err(explain(home, error))
  }
}

/** As root every folder can be used (a container's volume), but a link into another user's folder is a trap all the same. */
function findForeignHome(home: string): HomeProblem | null {
  const user = process.getuid?.()
  const target = statSync(home)
  const isForeign = user !== undefined && target.uid !== user
  if (!isForeign || (user === 0 && !lstatSync(home).isSymbolicLink())) return null
  return {
    code: 'not_ours',
    reason: `${home} belongs to user ${target.uid}, and this is user ${user}`,
    hint: 'Point SERVICE_HOME to a folder of your own.',
  }
}

/** Symbolic links are left alone: what they point to is not ours to change. */
function closeToOthers(folder: string): void {
  for (const entry of readdirSync(folder)) {
    const path = join(folder, entry)
    const stats = lstat(path)
    if (stats === null || stats.isSymbolicLink() || isForeign(stats)) continue
    if ((stats.mode & othersMask) !== 0) chmodSync(path, stats.mode & ~othersMask & 0o777)
    if (stats.isDirectory() && entry !== 'node_modules') closeToOthers(path)
  }
}

function isForeign(stats: Stats): boolean {
  const user = process.getuid?.()
  return user !== undefined && user !== 0 && stats.uid !== user
}

/** Null for a file that went away meanwhile: a queued event, a temporary file. */
function lstat(path: string): Stats | null {
  return lstatSync(path, { throwIfNoEntry: false }) ?? null
}

function explain(home: string, error: unknown): HomeProblem {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'EEXIST' || code === 'ENOTDIR') {
    return {
      code: 'not_a_folder',
      reason: `${home} can't be the service's home, since it or a part of its path is no folder`,
      hint: 'Move that file away, or point SERVICE_HOME to another folder.',
    }
  }
  return {
    code: 'not_accessible',
    reason: `${home} can't be made or changed: ${error instanceof Error ? error.message : String(error)}`,
    hint: 'Give yourself the rights to it, or point SERVICE_HOME to another folder.',
  }
}
