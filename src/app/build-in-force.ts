// Which build a process runs: a build may have replaced it since.
import { statSync } from 'node:fs'
import { join } from 'node:path'

/** The program file as it is now; null where the sources run as they stand. */
export function buildOnDisk(): string | null {
  const stats = statSync(join(import.meta.dirname, 'orrery.js'), { throwIfNoEntry: false })
  return stats === undefined ? null : `${stats.ino} ${stats.mtimeMs}`
}
