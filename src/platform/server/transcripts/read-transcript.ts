// Reads a file of an agent program from a place on, line by line, while the program writes it. What stands in its place may
// be anything: a link, a pipe, a hundred megabytes without an end of line.
import { constants } from 'node:fs'
import { lstat, open, realpath, type FileHandle } from 'node:fs/promises'
import type { TranscriptFile } from './transcript-files.ts'

/** One line as it stands in the file. `text` is null for one that is longer than `lineBytes`. */
export type TranscriptLine = {
  readonly offset: number
  readonly bytes: number
  readonly text: string | null
  /** A cursor right behind it. */
  readonly after: string
}

export type TranscriptPart = {
  readonly lines: readonly TranscriptLine[]
  /** Where the next part begins. */
  readonly cursor: string
  /** Whether all whole lines are read that stand there now. */
  readonly isEnd: boolean
  /** The file is another one than that of the cursor, or shorter than it was: these lines are its first. */
  readonly isAnew: boolean
}

/** What one part may cost. A line without an end is held back until it has one, or is longer than `lineBytes`. */
export type TranscriptLimits = { readonly partBytes: number; readonly lineBytes: number }

const usualLimits: TranscriptLimits = { partBytes: 1024 * 1024, lineBytes: 4 * 1024 * 1024 }

/**
 * The lines after `cursor`, or from the beginning for null and for a cursor of another file. Null where there is no such
 * file of ours within its root: nothing of anything else is read. Rejects with what the file system rejects.
 */
export async function readTranscript(
  file: TranscriptFile,
  cursor: string | null,
  limits: TranscriptLimits = usualLimits,
): Promise<TranscriptPart | null> {
  const handle = await openWithin(file)
  if (handle === null) return null
  try {
    return await readPart(handle, cursor, limits)
  } finally {
    await handle.close()
  }
}

/** The whole lines that begin at or after `from` and before `to`, in bytes; of the last one at most as much again. */
export type TranscriptSlice = { readonly from: number; readonly to: number }

/** A slice of a file without a cursor; null as `readTranscript`. */
export async function readSlice(
  file: TranscriptFile,
  { from, to }: TranscriptSlice,
): Promise<readonly RawLine[] | null> {
  const handle = await openWithin(file)
  if (handle === null) return null
  try {
    // A line begins behind the end of the one before.
    const begin = Math.max(0, from - 1)
    const bytes = await readAt(handle, begin, 2 * to - from - begin)
    const first = from === 0 ? 0 : bytes.indexOf(newline) + 1
    const isNone = from > 0 && first === 0
    return isNone ? [] : linesIn(bytes, { first, offset: begin }).filter(({ offset }) => offset < to)
  } finally {
    await handle.close()
  }
}

/** How long the file is now, in bytes; null as `readTranscript`. */
export async function measureTranscript(file: TranscriptFile): Promise<number | null> {
  const handle = await openWithin(file)
  if (handle === null) return null
  try {
    return (await handle.stat()).size
  } finally {
    await handle.close()
  }
}

/**
 * Opened first and looked at then: the path leads without any link to the very file that was opened, which is a regular
 * one of our user's. Without NONBLOCK a named pipe would hang us.
 */
async function openWithin({ root, path }: TranscriptFile): Promise<FileHandle | null> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
  const handle = await open(path, flags).catch(nullIfNotThere)
  if (handle === null) return null
  const isIts = await isWithin(handle, { root, path }).catch(() => false)
  if (isIts) return handle
  await handle.close()
  return null
}

async function isWithin(handle: FileHandle, { root, path }: TranscriptFile): Promise<boolean> {
  const opened = await handle.stat({ bigint: true })
  const uid = process.getuid?.()
  if (!opened.isFile() || (uid !== undefined && opened.uid !== BigInt(uid))) return false
  if (!path.startsWith(`${root}/`) || (await realpath(path)) !== path) return false
  const named = await lstat(path, { bigint: true })
  return named.ino === opened.ino && named.dev === opened.dev
}

/** Where to go on. In the midst of a line that is too long, `longFrom` is where that began; else null. */
type Place = { readonly offset: number; readonly longFrom: number | null }

async function readPart(handle: FileHandle, cursor: string | null, limits: TranscriptLimits): Promise<TranscriptPart> {
  const { ino, birthtimeNs, size: length } = await handle.stat({ bigint: true })
  const name = `${ino}-${birthtimeNs}`
  const size = Number(length)
  const asked = placeOf(cursor, name)
  const isKnown = asked !== null && (await standsThere(handle, asked, size))
  const place = isKnown ? asked : { offset: 0, longFrom: null }
  const { lines, next } = await readLines(handle, place, { ...limits, size })
  return {
    lines: lines.map((line) => ({ ...line, after: `${name}.${line.offset + line.bytes + 1}` })),
    cursor: `${name}.${next.offset}${next.longFrom === null ? '' : `.${next.longFrom}`}`,
    isEnd: next.offset === place.offset || next.offset >= size,
    isAnew: !isKnown && cursor !== null,
  }
}

function placeOf(cursor: string | null, name: string): Place | null {
  const [of, offset = '', longFrom] = (cursor ?? '').split('.')
  if (of !== name || !isNumber(offset) || (longFrom !== undefined && !isNumber(longFrom))) return null
  return { offset: Number(offset), longFrom: longFrom === undefined ? null : Number(longFrom) }
}

const isNumber = (text: string): boolean => /^\d{1,15}$/.test(text)

/** A file that was cut and has grown since tells by what stands before the place: there a line ended. */
async function standsThere(handle: FileHandle, { offset, longFrom }: Place, size: number): Promise<boolean> {
  if (offset > size) return false
  const lineFrom = longFrom ?? offset
  if (lineFrom === 0) return true
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, lineFrom - 1)
  return buffer[0] === newline
}

const newline = 0x0a

type Reading = TranscriptLimits & { readonly size: number }
type RawLine = Omit<TranscriptLine, 'after'>
type ReadLines = { readonly lines: readonly RawLine[]; readonly next: Place }

async function readLines(
  handle: FileHandle,
  place: Place,
  { size, partBytes, lineBytes }: Reading,
): Promise<ReadLines> {
  if (place.longFrom !== null) return skipLong(handle, { offset: place.offset, longFrom: place.longFrom }, lineBytes)
  const { offset } = place
  let bytes = await readAt(handle, offset, Math.min(partBytes, size - offset))
  // One line may be longer than a part.
  if (!bytes.includes(newline) && bytes.length < size - offset)
    bytes = await readAt(handle, offset, Math.min(lineBytes + 1, size - offset))
  const end = bytes.lastIndexOf(newline) + 1
  if (end === 0) {
    const isLong = bytes.length > lineBytes
    return { lines: [], next: isLong ? { offset: offset + bytes.length, longFrom: offset } : place }
  }
  const lines = linesIn(bytes, { first: 0, offset })
  return { lines, next: { offset: offset + end, longFrom: null } }
}

/** The whole lines from `first` on; `offset` is where the bytes begin in their file. */
function linesIn(bytes: Buffer, { first, offset }: { readonly first: number; readonly offset: number }): RawLine[] {
  const lines: RawLine[] = []
  for (let from = first, to = bytes.indexOf(newline, from); to !== -1; to = bytes.indexOf(newline, from)) {
    lines.push({ offset: offset + from, bytes: to - from, text: bytes.toString('utf8', from, to) })
    from = to + 1
  }
  return lines
}

/** Looks for the end of a line that nobody will read, and holds nothing of it. */
async function skipLong(
  handle: FileHandle,
  { offset, longFrom }: { readonly offset: number; readonly longFrom: number },
  lineBytes: number,
): Promise<ReadLines> {
  const bytes = await readAt(handle, offset, lineBytes)
  const end = bytes.indexOf(newline)
  if (end === -1) return { lines: [], next: { offset: offset + bytes.length, longFrom } }
  const line = { offset: longFrom, bytes: offset + end - longFrom, text: null }
  return { lines: [line], next: { offset: offset + end + 1, longFrom: null } }
}

async function readAt(handle: FileHandle, offset: number, length: number): Promise<Buffer> {
  if (length <= 0) return Buffer.alloc(0)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, offset)
  return buffer.subarray(0, bytesRead)
}

/** A link in its place, a socket, a file of somebody else's: none of them is a transcript. */
const notThere: readonly unknown[] = ['ENOENT', 'ENOTDIR', 'ELOOP', 'ENXIO', 'EACCES']

function nullIfNotThere(error: unknown): null {
  if (error instanceof Error && 'code' in error && notThere.includes(error.code)) return null
  throw error
}
