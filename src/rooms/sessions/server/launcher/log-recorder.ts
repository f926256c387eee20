// Keeps the last 64 MiB of a session's output: a small shell program at the end of tmux's pipe, and its reader.
import { constants } from 'node:fs'
import { lstat, open, type FileHandle } from 'node:fs/promises'
import { artifactPaths } from './artifacts.ts'

/** dd writes what it read at once and takes exactly this much from the pipe, so nothing is lost between two of them. */
const blockBytes = 4096
const blocksPerPass = 256
/** Rotated at 31 MiB, a file ends below 32 MiB and two of them below 64 MiB. */
export const rotateAtBytes = 31 * 1024 * 1024
/** A reader gets no more at once, however much came. */
export const atOnceBytes = 10 * 1024 * 1024

/**
 * `sh <script> <log>` with the output on stdin. Two processes of 1 MB each, where a Node process would take 40; and it
 * works without the service, which may be down while agents run. A log that was removed or replaced by a link ends it: it
 * is held open, so that it does not come back. A full disk costs output, but the pipe is emptied all the same, since tmux
 * keeps in memory what is not read.
 */
export const recorderScript = `#!/bin/sh
# Keeps the last 64 MiB of what comes on stdin in "$1" and "$1.1".
log=$1
umask 077
[ -f "$log" ] && [ ! -h "$log" ] || exit 0
exec 3>>"$log"
before=0
[ ! -s "$log" ] || before=$(wc -c <"$log")
while [ -f "$log" ] && [ ! -h "$log" ]; do
  if [ "$before" -ge ${rotateAtBytes} ]; then
    mv -f -- "$log" "$log.1" || exit 0
    exec 3>"$log"
    before=0
  fi
  if dd bs=${blockBytes} count=${blocksPerPass} 2>/dev/null >&3; then
    after=$(wc -c <"$log") || exit 0
    [ "$after" -gt "$before" ] || exit 0
    before=$after
  else
    dd bs=${blockBytes} count=${blocksPerPass} 2>/dev/null >/dev/null
  fi
done
`

export type ReadLog = {
  readonly tailBytes: number
  /** Where an earlier answer ended; null for the end of the log. */
  readonly from: string | null
  /** Whether what has no such place is read from the beginning of what is kept, instead of its end. */
  readonly isFromStart?: boolean
}
export type LogPart = {
  readonly bytes: Buffer
  /** Where the next part begins. */
  readonly next: string
  /** Whether nothing is missing between `from` and this. */
  readonly isWhole: boolean
  /** Whether it reaches to the end; else more of it is there. */
  readonly isEnd: boolean
}

/**
 * What a session's agent wrote to its terminal, escape sequences included: what came after `from`, no more than 10 MiB of
 * it, or the last `tailBytes` when there is no such place any more; the first character may be cut, the last one is whole. Null when there is no log,
 * or something that is no plain file in its place.
 */
export async function readLog(home: string, sessionId: string, wish: ReadLog): Promise<LogPart | null> {
  const paths = artifactPaths(home, sessionId)
  if (paths === null) return null
  // The newer file first: when they are rotated in between, the older one is at worst the same and adds nothing.
  await using newer = await openLog(paths.log)
  await using older = await openLog(paths.olderLog)
  const last = await measured(newer ?? older)
  if (last === null) return null
  const before = newer === null ? null : await measured(older)
  const { bytes, isWhole, until, end } = await readSince([last, before?.name === last.name ? null : before], wish)
  const cut = Math.min(end, cutLength(bytes))
  const isEnd = until === last && end === last.size
  return { bytes: bytes.subarray(0, bytes.length - cut), next: `${until.name}.${end - cut}`, isWhole, isEnd }
}

/** The newer half of a log, which only grows until it is put aside. */
export type LogMark = { readonly size: number; readonly changedMs: number }

/** Tells whether a log grew without opening it; null when there is no log. */
export async function logMark(home: string, sessionId: string): Promise<LogMark | null> {
  const paths = artifactPaths(home, sessionId)
  if (paths === null) return null
  const found = await lstat(paths.log).catch(() => null)
  return found?.isFile() === true ? { size: found.size, changedMs: Math.floor(found.mtimeMs) } : null
}

/** A file as long as it was at one moment. `name` is given to no other file, even in its place. */
type Measured = { readonly file: FileHandle; readonly name: string; readonly size: number }

async function measured(file: FileHandle | null): Promise<Measured | null> {
  if (file === null) return null
  const { ino, birthtimeNs, size } = await file.stat({ bigint: true })
  return { file, name: `${ino}-${birthtimeNs}`, size: Number(size) }
}

/** Bytes that end at a place of one of the files. */
type Since = Pick<LogPart, 'bytes' | 'isWhole'> & { readonly until: Measured; readonly end: number }

async function readSince(
  [last, before]: readonly [Measured, Measured | null],
  { tailBytes, from, isFromStart = false }: ReadLog,
): Promise<Since> {
  const [name, offset] = splitPlace(from)
  if (name === last.name && offset <= last.size) return { ...(await readOn([last], offset)), isWhole: true }
  const isBefore = before !== null && name === before.name && offset <= before.size
  if (isBefore) return { ...(await readOn([before, last], offset)), isWhole: true }
  if (isFromStart) {
    const isWhole = from === null && before === null
    return { ...(await readOn(before === null ? [last] : [before, last], 0)), isWhole }
  }
  const until = { until: last, end: last.size }
  const end = await readFrom(last, Math.max(0, last.size - tailBytes))
  const isWhole = from === null && before === null && end.length < tailBytes
  if (before === null || end.length >= tailBytes) return { bytes: end, isWhole, ...until }
  const start = await readFrom(before, Math.max(0, before.size - tailBytes + end.length))
  return { bytes: Buffer.concat([start, end]), isWhole, ...until }
}

/** From a place in the first of them on. */
async function readOn(files: readonly [Measured, ...Measured[]], offset: number): Promise<Omit<Since, 'isWhole'>> {
  const parts: Buffer[] = []
  let left = atOnceBytes
  let [until] = files
  let end = offset
  for (const file of files) {
    if (left === 0) break
    const begin = file === files[0] ? offset : 0
    const bytes = await readFrom(file, begin, Math.min(file.size, begin + left))
    parts.push(bytes)
    left -= bytes.length
    until = file
    end = begin + bytes.length
    if (end < file.size) break
  }
  return { bytes: Buffer.concat(parts), until, end }
}

function splitPlace(from: string | null): readonly [name: string, offset: number] {
  const [name = '', offset = ''] = (from ?? '').split('.')
  return [name, /^\d{1,15}$/.test(offset) ? Number(offset) : Number.POSITIVE_INFINITY]
}

/** Length of a character at the end whose rest has not been written yet: at most three bytes of UTF-8. */
export function cutLength(bytes: Buffer): number {
  for (let length = 1; length <= Math.min(3, bytes.length); length++) {
    const byte = bytes[bytes.length - length] ?? 0
    if (byte < 0x80) return 0
    if (byte < 0xc0) continue
    const whole = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
    return length < whole ? length : 0
  }
  return 0
}

async function openLog(path: string): Promise<FileHandle | null> {
  try {
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    if ((await file.stat()).isFile()) return file
    await file.close()
    return null
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ELOOP')) return null
    throw error
  }
}

async function readFrom({ file, size }: Measured, offset: number, end = size): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(end - offset), 0, end - offset, offset)
  return buffer.subarray(0, bytesRead)
}
