// Where hooks leave their events when the disk of the home is full: a private folder on another disk, as a rule in memory.
import { createHash } from 'node:crypto'
import { lstatSync, statSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The folder for a home, whether or not it is there; null on a machine that has no other disk for it. It follows from the
 * home and the machine alone, so that the service and the commands name the same.
 */
export function secondFolderOf(home: string): string | null {
  const user = process.getuid?.()
  const homeDisk = diskOf(home)
  if (user === undefined || homeDisk === null) return null
  const other = [`/run/user/${user}`, '/dev/shm', '/tmp'].find((folder) => {
    const disk = diskOf(folder)
    return disk !== null && disk !== homeDisk
  })
  if (other === undefined) return null
  const name = createHash('sha256').update(home).digest('hex').slice(0, 16)
  return join(other, `orrery-${user}-${name}`)
}

/** Whether hooks left events there: they make the folder when they need it. Only one of our own, closed to others, counts. */
export function isSecondFolder(folder: string): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false })
  return found !== undefined && found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o077) === 0
}

function diskOf(folder: string): number | null {
  try {
    const found = statSync(folder)
    return found.isDirectory() ? found.dev : null
  } catch {
    // A folder that is hidden from us is as good as none.
    return null
  }
}
