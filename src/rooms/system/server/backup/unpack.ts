// Takes an archive apart into an empty folder: only names that a backup holds, each file held against its checksum.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { manifestSchema, type Manifest } from '../../contract.ts'
import { databaseName, manifestName, mayBring, sumsName } from '../../core/backup-plan.ts'
import { BadArchiveError, readTar, textOfParts, type TarFile } from './tar.ts'

/** Called with the manifest before anything is written; throws to refuse. */
export type Accept = (manifest: Manifest) => void

type Unpacking = {
  readonly archive: string
  /** Empty, and there. */
  readonly folder: string
  /** Told how much of the archive has been read. */
  readonly onBytes?: (bytes: number) => void
}

/** Rejects with `BadArchiveError` for an archive that is none, that is damaged, or that holds anything else. */
export async function unpack({ archive, folder, onBytes }: Unpacking, accept: Accept): Promise<Manifest> {
  const sums = new Map<string, string>()
  let manifest: Manifest | null = null
  let wanted: string | null = null
  for await (const file of readTar(plainParts(archive, onBytes))) {
    if (!mayBring(file.path) || wanted !== null)
      throw new BadArchiveError(`it holds ${file.path}, which no backup does`)
    if (file.path === sumsName) wanted = await textOfParts(file.parts)
    else if (file.path === manifestName) {
      const text = await textOfParts(file.parts)
      sums.set(file.path, createHash('sha256').update(text).digest('hex'))
      manifest = parseManifest(text)
      accept(manifest)
    } else if (manifest === null) throw new BadArchiveError('it does not begin with its manifest')
    else sums.set(file.path, await write(file, join(folder, file.path)))
  }
  if (manifest === null || wanted === null) throw new BadArchiveError('it ends too early')
  assertSums(sums, wanted)
  // One of a home whose tables are in PostgreSQL may hold none.
  if (sums.has(databaseName)) assertSound(join(folder, databaseName))
  return manifest
}

async function* plainParts(archive: string, onBytes?: (bytes: number) => void): AsyncGenerator<Buffer> {
  const gunzip = createGunzip()
  const file = createReadStream(archive)
  if (onBytes !== undefined) file.on('data', () => onBytes(file.bytesRead))
  const reading = pipeline(file, gunzip)
  // Told by the loop below, which reads the same stream.
  reading.catch(() => {})
  try {
    for await (const part of gunzip) yield part as Buffer
  } catch (error) {
    throw new BadArchiveError('it is not packed as a backup is, or it is damaged', { cause: error })
  }
}

async function write({ parts }: TarFile, path: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const hash = createHash('sha256')
  async function* hashed(): AsyncGenerator<Buffer> {
    for await (const part of parts) {
      hash.update(part)
      yield part
    }
  }
  await pipeline(hashed(), createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }))
  return hash.digest('hex')
}

function parseManifest(text: string): Manifest {
  const parsed = manifestSchema.safeParse(jsonOf(text))
  if (parsed.success) return parsed.data
  throw new BadArchiveError('its manifest is none that this program knows', { cause: parsed.error })
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function assertSums(found: ReadonlyMap<string, string>, wanted: string): void {
  const lines = wanted.split('\n').filter((line) => line !== '')
  for (const line of lines) {
    const [, sum = '', path = ''] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? []
    if (found.get(path) !== sum) throw new BadArchiveError(`${path} is not as it was when the backup was made`)
  }
  if (lines.length !== found.size) throw new BadArchiveError('files without a checksum are in it')
}

function assertSound(path: string): void {
  const database = new DatabaseSync(path)
  try {
    const [row] = database.prepare('PRAGMA quick_check(1)').all()
    if (row?.quick_check !== 'ok')
      throw new BadArchiveError(`the database in it is damaged: ${String(row?.quick_check)}`)
  } finally {
    database.close()
  }
}
