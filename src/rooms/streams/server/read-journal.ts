// Reads records of a session's stream: lines of its journal from a number on, with their bytes of the log.
import { constants } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { isMissing } from '#platform/server/files/missing.ts'
import { longestLine, parseLine, type JournalLine } from '../core/journal-line.ts'
import { nameOf, type StreamFiles } from './journal-files.ts'
import { newline } from './journal-ends.ts'

/** `before` is, of the first output that is read, what the log has right before it: it may have begun in there. */
export type RawRecord = { readonly line: JournalLine; readonly bytes: Buffer; readonly before: Buffer }

/** A sequence of a terminal that began earlier than this has no end that matters. */
const beforeBytes = 16_384

/** Records from the number `from` on, as far as they are written. Rejects with what the file system rejects. */
export async function* readRecords(files: StreamFiles, from: number): AsyncGenerator<RawRecord> {
  // The newer ones first: what is put aside in between is still the same file.
  await using newer = await openPair(files.journal, files)
  await using older = await openPair(files.olderJournal, files)
  let next = from
  for (const pair of [older, newer]) {
    if (pair === null || (pair === older && older?.name === newer?.name)) continue
    for await (const record of recordsOf(pair, next)) {
      next = record.line.seq + 1
      yield record
    }
  }
}

type Pair = AsyncDisposable & {
  readonly name: string
  readonly journal: FileHandle
  /** Null where the bytes that the journal tells of are gone. */
  readonly log: FileHandle | null
}

/** A journal with the log that it names: the present one, or the one that was put aside. */
async function openPair(path: string, { log, olderLog }: StreamFiles): Promise<Pair | null> {
  await using opened = new AsyncDisposableStack()
  const journal = await openPlain(path)
  if (journal === null) return null
  opened.use(journal)
  const wanted = await logNamedIn(journal)
  let found: FileHandle | null = null
  for (const candidate of wanted === null ? [] : [log, olderLog]) {
    const file = await openPlain(candidate)
    if (file === null) continue
    opened.use(file)
    if (nameOf(await file.stat({ bigint: true })) === wanted) found = file
  }
  const name = nameOf(await journal.stat({ bigint: true }))
  const kept = opened.move()
  return { name, journal, log: found, [Symbol.asyncDispose]: () => kept.disposeAsync() }
}

async function logNamedIn(journal: FileHandle): Promise<string | null> {
  const { buffer, bytesRead } = await journal.read(Buffer.alloc(1024), 0, 1024, 0)
  const end = buffer.subarray(0, bytesRead).indexOf(newline)
  const name = parseLine(buffer.toString('utf8', 0, Math.max(0, end)))?.payload?.['log']
  return typeof name === 'string' ? name : null
}

async function openPlain(path: string): Promise<FileHandle | null> {
  try {
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    if ((await file.stat()).isFile()) return file
    await file.close()
    return null
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

async function* recordsOf({ journal, log }: Pair, from: number): AsyncGenerator<RawRecord> {
  const window = createWindow(log)
  let isFirst = true
  for await (const line of linesFrom(journal, await offsetOf(journal, from))) {
    if (line.kind === 'log' || line.seq < from) continue
    const begin = line.end - line.length
    const before = isFirst && line.length > 0 ? await window(Math.max(0, begin - beforeBytes), begin) : nothing
    if (line.length > 0) isFirst = false
    yield { line, bytes: await window(begin, line.end), before }
  }
}

const nothing = Buffer.alloc(0)

/** Read at once: records are small and follow each other. */
const windowBytes = 1_048_576

/** Reads parts of a file that follow each other; a part that is gone, or not there yet, is empty or short. */
function createWindow(file: FileHandle | null): (begin: number, end: number) => Promise<Buffer> {
  let start = 0
  let held: Buffer = nothing
  return async (begin, end) => {
    if (file === null || begin === end) return nothing
    if (begin < start || end > start + held.length) {
      start = begin
      held = await readAt(file, begin, Math.max(windowBytes, end - begin))
    }
    return held.subarray(begin - start, end - start)
  }
}

async function* linesFrom(file: FileHandle, offset: number): AsyncGenerator<JournalLine> {
  let rest: Buffer = nothing
  for (let at = offset; ;) {
    const bytes = await readAt(file, at, windowBytes / 4)
    if (bytes.length === 0) return
    at += bytes.length
    const all = rest.length === 0 ? bytes : Buffer.concat([rest, bytes])
    const end = all.lastIndexOf(newline)
    rest = all.subarray(end + 1)
    if (end < 0) continue
    for (const text of all.toString('utf8', 0, end).split('\n')) {
      const line = parseLine(text)
      if (line !== null) yield line
    }
  }
}

/** Where to begin reading for a record: the numbers of the lines grow, so that a few looks find it. */
async function offsetOf(file: FileHandle, seq: number): Promise<number> {
  if (seq <= 1) return 0
  let low = 0
  let high = (await file.stat()).size
  while (high - low > 4 * longestLine) {
    const middle = Math.floor((low + high) / 2)
    const bytes = await readAt(file, middle, 2 * longestLine)
    const begin = bytes.indexOf(newline) + 1
    const end = bytes.indexOf(newline, begin)
    const line = parseLine(bytes.toString('utf8', begin, Math.max(begin, end)))
    if (line !== null && line.seq < seq) low = middle + begin
    else high = middle
  }
  return low
}

async function readAt(file: FileHandle, begin: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(length), 0, length, begin)
  return buffer.subarray(0, bytesRead)
}
