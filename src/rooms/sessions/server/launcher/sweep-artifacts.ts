// Files of launches whose session nobody knows any more: output past its time, and folders that a kill left behind.
import { unlessMissing } from '#platform/server/files/missing.ts'
import { lstat, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

export type Sweep = {
  readonly isOnBoard: (sessionId: string) => boolean
  /** Whether the output is kept whatever its age: of sessions on the board and of past ones. */
  readonly hasOutput: (sessionId: string) => boolean
  /** Output that was last written before this goes, milliseconds since the epoch. */
  readonly outputBeforeMs: number
}

/** Looks at names and times alone; a symbolic link is removed, what it points to stays. */
export async function sweepArtifacts(home: string, { isOnBoard, hasOutput, outputBeforeMs }: Sweep): Promise<void> {
  for (const name of await namesIn(join(home, 'logs'))) {
    const path = join(home, 'logs', name)
    if (hasOutput(name.replace(/\.(?:(?:log|stream)(?:\.1)?|index)$/, ''))) continue
    if ((await lstat(path)).mtimeMs < outputBeforeMs) await rm(path, { force: true })
  }
  for (const id of await namesIn(join(home, 'runs'))) {
    if (!isOnBoard(id)) await rm(join(home, 'runs', id), { recursive: true, force: true })
  }
}

/** None for a folder that is not there, or is a link: we never follow one. */
async function namesIn(folder: string): Promise<string[]> {
  const found = await unlessMissing(lstat(folder))
  return found?.isDirectory() === true ? ((await unlessMissing(readdir(folder))) ?? []) : []
}
