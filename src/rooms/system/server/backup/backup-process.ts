// The process that makes a backup: SQLite copies its database at one moment while the service goes on writing, and what is
// copied is packed. Apart from the service, so that neither holds up its event loop.
import { createHash } from 'node:crypto'
import { createWriteStream, rmSync } from 'node:fs'
import { open, readFile, rename, stat } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { unlessMissing } from '#platform/server/files/missing.ts'
import { databaseName, manifestName, plainFiles, sumsName } from '../../core/backup-plan.ts'
import { isDiskFull } from './disk-full.ts'
import { workFiles, type BackupOrder, type FromBackup } from './messages.ts'
import { tarEnd, tarHeader, tarPadding } from './tar.ts'
import { filesToKeep, readPrefix, sizeToKeep } from './walk.ts'

/** Agents and the service go first. */
const niceness = 10
/** Most of what compression gains, at a third of the time that the usual level takes. */
const gzipLevel = 3
/** How often it tells how far it is. */
const tellBytes = 1024 * 1024
/** Checkpoints of the service take milliseconds. */
const busyTimeoutMs = 5000

const order = JSON.parse(process.argv[2] ?? 'null') as BackupOrder
const work = workFiles(order.path, process.pid)
const progress = { copied: 0, told: 0 }
process.umask(0o077)
setPriority(niceness)
// Whoever asked is gone: nobody would list what it makes.
process.on('disconnect', abandon)

try {
  await make()
  tell({ kind: 'done' })
} catch (error) {
  tell({ kind: 'failed', reason: reasonOf(error), isDiskFull: isDiskFull(error) })
} finally {
  process.off('disconnect', abandon)
  removeWork()
  process.disconnect?.()
}

async function make(): Promise<void> {
  const { home, path, manifest } = order
  const plain = await readPlain(home)
  const file = order.hasTables ? await stat(join(home, databaseName)) : null
  if (file !== null) {
    tell({ kind: 'step', step: 'database', total: file.size })
    copyDatabase(join(home, databaseName), work.database)
  }
  const bytes = file === null ? null : (await stat(work.database)).size
  tell({ kind: 'step', step: 'archive', total: (bytes ?? 0) + (await sizeToKeep(home, manifest.outputs)) })
  const packing = createWriteStream(work.archive, { flags: 'wx', mode: 0o600 })
  await pipeline(Readable.from(archive(plain, bytes)), createGzip({ level: gzipLevel }), packing)
  await syncTo(work.archive)
  await rename(work.archive, path)
  await syncTo(dirname(path))
}

type PlainFile = { readonly path: string; readonly bytes: Buffer }

async function readPlain(home: string): Promise<PlainFile[]> {
  const files: PlainFile[] = []
  for (const path of plainFiles) {
    const bytes = await unlessMissing(readFile(join(home, path)))
    if (bytes !== null) files.push({ path, bytes })
  }
  return files
}

/** All of it as it is at one moment, with what stands in the write-ahead log; writers go on meanwhile. */
function copyDatabase(from: string, to: string): void {
  const database = new DatabaseSync(from, { readOnly: true, timeout: busyTimeoutMs })
  try {
    database.prepare('VACUUM INTO ?').run(to)
  } finally {
    database.close()
  }
}

async function* archive(plain: readonly PlainFile[], databaseBytes: number | null): AsyncGenerator<Buffer> {
  const sums: string[] = []
  const { home, manifest } = order
  const now = Date.parse(manifest.made_at)
  const whole = (path: string, bytes: Buffer) => packed({ path, bytes: bytes.length, mtimeMs: now }, [bytes], sums)
  yield* whole(manifestName, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`))
  for (const { path, bytes } of plain) yield* whole(path, bytes)
  if (databaseBytes !== null) {
    const database = { path: databaseName, bytes: databaseBytes, mtimeMs: now }
    yield* packed(database, readPrefix(work.database, databaseBytes), sums)
  }
  for await (const file of filesToKeep(home, manifest.outputs)) {
    yield* packed(file, readPrefix(join(home, file.path), file.bytes), sums)
  }
  yield* whole(sumsName, Buffer.from(sums.join('')))
  yield tarEnd
}

type Packed = { readonly path: string; readonly bytes: number; readonly mtimeMs: number }

async function* packed(
  file: Packed,
  parts: Iterable<Buffer> | AsyncIterable<Buffer>,
  sums: string[],
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  yield tarHeader(file)
  for await (const part of parts) {
    hash.update(part)
    count(part.length)
    yield part
  }
  yield tarPadding(file.bytes)
  sums.push(`${hash.digest('hex')}  ${file.path}\n`)
}

function count(bytes: number): void {
  progress.copied += bytes
  if (progress.copied - progress.told < tellBytes) return
  progress.told = progress.copied
  tell({ kind: 'copied', bytes: progress.copied })
}

async function syncTo(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

function tell(message: FromBackup): void {
  if (process.connected) process.send?.(message)
}

function removeWork(): void {
  for (const path of [work.archive, work.database]) rmSync(path, { force: true })
}

/** In one go: what goes on in `make` would write the copies anew. */
function abandon(): void {
  removeWork()
  process.kill(process.pid, 'SIGKILL')
}

function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return message.replaceAll(dirname(order.path), basename(dirname(order.path)))
}
