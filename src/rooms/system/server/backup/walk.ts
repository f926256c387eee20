// The files of the home that a backup holds beside the database.
import { constants } from 'node:fs'
import { lstat, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { unlessMissing } from '#platform/server/files/missing.ts'
import { isKept, outputFolders, ownFolders } from '../../core/backup-plan.ts'

export type HomeFile = { readonly path: string; readonly bytes: number; readonly mtimeMs: number }

/** Regular files below the folders of a backup; links are not followed. */
export async function* filesToKeep(home: string, outputs: boolean): AsyncGenerator<HomeFile> {
  for (const folder of [...ownFolders, ...(outputs ? outputFolders : [])]) yield* filesBelow(home, folder)
}

async function* filesBelow(home: string, path: string): AsyncGenerator<HomeFile> {
  const stats = await unlessMissing(lstat(join(home, path)))
  if (stats === null || stats.isSymbolicLink()) return
  if (stats.isFile()) yield { path, bytes: stats.size, mtimeMs: stats.mtimeMs }
  if (!stats.isDirectory()) return
  const names = (await unlessMissing(readdir(join(home, path)))) ?? []
  for (const name of names.filter(isKept).toSorted()) yield* filesBelow(home, `${path}/${name}`)
}

/** Their size in all. */
export async function sizeToKeep(home: string, outputs: boolean): Promise<number> {
  let bytes = 0
  for await (const file of filesToKeep(home, outputs)) bytes += file.bytes
  return bytes
}

const partBytes = 256 * 1024

/** The first `bytes` of a file that others go on writing, filled with spaces where it has become shorter. */
export async function* readPrefix(path: string, bytes: number): AsyncGenerator<Buffer> {
  const file = await unlessMissing(open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK))
  try {
    for (let at = 0; at < bytes;) {
      const buffer = Buffer.alloc(Math.min(partBytes, bytes - at), ' ')
      const read = (await file?.read(buffer, 0, buffer.length, at))?.bytesRead ?? 0
      const part = read === 0 ? buffer : buffer.subarray(0, read)
      at += part.length
      yield part
    }
  } finally {
    await file?.close()
  }
}
