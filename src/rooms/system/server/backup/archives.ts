// The archives in the home: which there are, what they say of themselves, and how they go.
import { constants } from 'node:fs'
import { open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { constants as zlibConstants, gunzipSync } from 'node:zlib'
import { isOwnFolder } from '#platform/server/files/own-folder.ts'
import { unlessMissing } from '#platform/server/files/missing.ts'
import { manifestSchema, type Backup, type Manifest } from '../../contract.ts'
import { archiveName, byAge, idOfArchive, manifestName, momentOf } from '../../core/backup-plan.ts'
import { readTar, textOfParts } from './tar.ts'

/** The folder of the archives. */
export const backupsFolder = (home: string): string => join(home, 'backups')

/** The packed manifest, which is the first file of an archive, is far shorter. */
const headBytes = 8 * 1024

/** Newest first. What is no archive of ours is left out, as is one that is not finished. */
export async function idsIn(folder: string): Promise<string[]> {
  if (!isOwnFolder(folder)) return []
  const entries = (await unlessMissing(readdir(folder, { withFileTypes: true }))) ?? []
  return entries
    .filter((entry) => entry.isFile())
    .map(({ name }) => idOfArchive(name))
    .filter((id) => id !== null)
    .toSorted(byAge)
}

export async function listArchives(folder: string): Promise<Backup[]> {
  const found = await Promise.all((await idsIn(folder)).map((id) => readArchive(folder, id)))
  return found.filter((backup) => backup !== null)
}

/** Null when it is not there (any more). */
export async function readArchive(folder: string, id: string): Promise<Backup | null> {
  const file = await openArchive(folder, id)
  if (file === null) return null
  try {
    const { size } = await file.stat()
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    const manifest = await manifestIn(buffer.subarray(0, bytesRead))
    return {
      id,
      state: 'done',
      at: manifest?.made_at ?? momentOf(id),
      path: join(folder, archiveName(id)),
      bytes: size,
      total_bytes: null,
      step: null,
      version: manifest?.version ?? null,
      schema: manifest?.schema ?? null,
      outputs: manifest?.outputs ?? null,
      problem: manifest === null ? 'It can’t be read: it is damaged, or a newer program made it.' : null,
    }
  } finally {
    await file.close()
  }
}

/** To be closed by the caller; null when it is not there. Never a link: those may lead anywhere. */
export async function openArchive(folder: string, id: string) {
  if (!isOwnFolder(folder)) return null
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
  const file = await open(join(folder, archiveName(id)), flags).catch(nullIfNotThere)
  if (file === null || (await file.stat()).isFile()) return file
  await file.close()
  return null
}

/** Nothing, or a link: neither is an archive. */
function nullIfNotThere(error: unknown): null {
  if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ELOOP')) return null
  throw error
}

/** False when it was not there. */
export async function removeArchive(folder: string, id: string): Promise<boolean> {
  if (!isOwnFolder(folder)) return false
  return (await unlessMissing(rm(join(folder, archiveName(id))).then(() => true))) ?? false
}

async function manifestIn(head: Buffer): Promise<Manifest | null> {
  try {
    const text = gunzipSync(head, { finishFlush: zlibConstants.Z_SYNC_FLUSH })
    for await (const { path, parts } of readTar(oneOf(text))) {
      if (path !== manifestName) return null
      return manifestSchema.safeParse(JSON.parse(await textOfParts(parts))).data ?? null
    }
    return null
  } catch {
    // Whatever is wrong with its bytes, it is no archive that could be restored.
    return null
  }
}

async function* oneOf(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}
