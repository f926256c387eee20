// Clears away what a killed process left behind: half-written copies of files, secrets and all.
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** As `writeAtomic` names its temporary files: the file, the process, a number. */
const temporaryName = /\.(?<pid>\d+)\.\d+\.tmp$/

/**
 * Removes the temporary files right in `folder`, but for those of another process that runs. Called before this process
 * writes any: in a container an earlier life had the same id, and its file would be in the way. Answers how many it were.
 */
export function removeLeftOvers(folder: string): number {
  const left = listIn(folder).filter((entry) => {
    const pid = temporaryName.exec(entry)?.groups?.pid
    return pid !== undefined && !isAnother(Number(pid))
  })
  for (const entry of left) rmSync(join(folder, entry), { force: true })
  return left.length
}

function listIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return []
    throw error
  }
}

function isAnother(pid: number): boolean {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it runs and belongs to somebody else.
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}
