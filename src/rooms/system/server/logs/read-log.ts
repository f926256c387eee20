// Reads the service's log in small pieces, so that a look at it never holds up the service: backwards for a page, forwards
// for what is new.
import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { lastPart, logParts, type LogSegment } from '#platform/server/log/log-folder.ts'
import { unlessMissing } from '#platform/server/files/missing.ts'
import type { LogAnswer, LogLevel, ServiceLogRow } from '../../contract.ts'
import { isShown } from '../../core/log-levels.ts'
import { placeText, rowOf, type LogPlace } from '../../core/log-lines.ts'

/** Parsed in under a millisecond, and longer than the longest line. */
const blockBytes = 64 * 1024
/** So much is looked through for a rare level before the answer leaves with what it has. */
const lookBytes = 4 * 1024 * 1024

export type LogPage = { readonly level: LogLevel; readonly limit: number }

/** The rows before a place, or the newest ones for null. */
export async function readBefore(folder: string, from: LogPlace | null, page: LogPage): Promise<LogAnswer> {
  const parts = logParts(folder)
  const start = from ?? (await endOf(folder, lastPart(parts).number))
  const rows: ServiceLogRow[] = []
  let at: LogPlace | null = start
  for (let seen = 0; at !== null && rows.length < page.limit && seen < lookBytes; seen += blockBytes) {
    const older = olderPart(parts, at)
    if (hasBefore(parts, at)) at = takeOlder(await blockBefore(folder, at), rows, page)
    else at = older === null ? null : await endOf(folder, older)
  }
  const isMore = at !== null && (at.offset > 0 || olderPart(parts, at) !== null)
  return { rows, next_cursor: at !== null && isMore ? placeText(at) : null, newest: placeText(start) }
}

/** The rows after a place, the oldest of them if there are more than the page takes. */
export async function readAfter(folder: string, from: LogPlace, page: LogPage): Promise<LogAnswer> {
  const parts = logParts(folder)
  const rows: ServiceLogRow[] = []
  let at = await knownPlace(folder, from)
  for (let seen = 0; rows.length < page.limit && seen < lookBytes; seen += blockBytes) {
    const block = await blockAfter(folder, at)
    if (block.end > at.offset) at = takeNewer(block, rows, page)
    else {
      const next = parts.find(({ number }) => number > at.part)
      if (next === undefined) break
      at = { part: next.number, offset: 0 }
    }
  }
  return { rows: rows.toReversed(), next_cursor: null, newest: placeText(at) }
}

/** Whole lines of a part, each with the byte that it begins at; `start` and `end` are what is done with then. */
type Block = {
  readonly part: number
  readonly lines: readonly { readonly text: string; readonly offset: number; readonly end: number }[]
  readonly start: number
  readonly end: number
}

function takeOlder({ part, lines, start }: Block, rows: ServiceLogRow[], page: LogPage): LogPlace {
  for (const { text, offset } of lines.toReversed()) {
    const row = rowOf(text, { part, offset })
    if (row === null || !isShown(row.level, page.level)) continue
    rows.push(row)
    if (rows.length === page.limit) return { part, offset }
  }
  return { part, offset: start }
}

function takeNewer({ part, lines, end }: Block, rows: ServiceLogRow[], page: LogPage): LogPlace {
  for (const line of lines) {
    const row = rowOf(line.text, { part, offset: line.offset })
    if (row === null || !isShown(row.level, page.level)) continue
    rows.push(row)
    if (rows.length === page.limit) return { part, offset: line.end }
  }
  return { part, offset: end }
}

/** Not where nothing stands before the place in its part, or where the part is gone. */
function hasBefore(parts: readonly LogSegment[], { part, offset }: LogPlace): boolean {
  return offset > 0 && parts.some(({ number }) => number === part)
}

function olderPart(parts: readonly LogSegment[], { part }: LogPlace): number | null {
  return parts.findLast(({ number }) => number < part)?.number ?? null
}

/** The place itself, or the beginning of what is there now when its file went away or was begun anew. */
async function knownPlace(folder: string, { part, offset }: LogPlace): Promise<LogPlace> {
  const parts = logParts(folder)
  if (parts.some(({ number }) => number === part)) {
    return { part, offset: offset <= (await endOf(folder, part)).offset ? offset : 0 }
  }
  const next = parts.find(({ number }) => number > part) ?? lastPart(parts)
  return { part: next.number, offset: 0 }
}

async function endOf(folder: string, part: number): Promise<LogPlace> {
  const size = await withPart(folder, part, async (file) => (await file.stat()).size)
  return { part, offset: size ?? 0 }
}

async function blockBefore(folder: string, { part, offset: end }: LogPlace): Promise<Block> {
  const from = Math.max(0, end - blockBytes)
  const bytes = await readBytes(folder, { part, offset: from }, end - from)
  // The first line may begin before the block.
  const first = from === 0 ? 0 : bytes.indexOf(lineEnd) + 1
  // A block that holds no line from its beginning to its end is longer than any of ours: it is passed over.
  const isRubbish = from > 0 && (first === 0 || first === bytes.length)
  const start = isRubbish ? from : from + first
  return { part, lines: linesOf(bytes, first, from), start, end }
}

async function blockAfter(folder: string, { part, offset: start }: LogPlace): Promise<Block> {
  const bytes = await readBytes(folder, { part, offset: start }, blockBytes)
  const last = bytes.lastIndexOf(lineEnd) + 1
  const isRubbish = last === 0 && bytes.length === blockBytes
  const lines = linesOf(bytes.subarray(0, last), 0, start)
  return { part, lines, start, end: start + (isRubbish ? bytes.length : last) }
}

const lineEnd = 0x0a

function linesOf(bytes: Buffer, first: number, shift: number): Block['lines'] {
  const lines: { text: string; offset: number; end: number }[] = []
  for (let from = first; from < bytes.length;) {
    const to = bytes.indexOf(lineEnd, from)
    const end = to === -1 ? bytes.length : to + 1
    lines.push({ text: bytes.toString('utf8', from, end), offset: shift + from, end: shift + end })
    from = end
  }
  return lines
}

async function readBytes(folder: string, { part, offset }: LogPlace, most: number): Promise<Buffer> {
  const read = await withPart(folder, part, async (file) => {
    const buffer = Buffer.alloc(most)
    const { bytesRead } = await file.read(buffer, 0, most, offset)
    return buffer.subarray(0, bytesRead)
  })
  return read ?? Buffer.alloc(0)
}

type OpenFile = Awaited<ReturnType<typeof open>>

/**
 * Null where there is no such part, as before the first line. While it is opened the part may become full: then it has
 * another name, and the one that was opened may be the part after it.
 */
async function withPart<T>(folder: string, part: number, act: (file: OpenFile) => Promise<T>): Promise<T | null> {
  const path = pathOf(folder, part)
  if (path === null) return null
  const opened = await unlessMissing(open(path, readOnly))
  if (opened !== null && pathOf(folder, part) === path) return within(opened, act)
  await opened?.close()
  return pathOf(folder, part) === path ? null : withPart(folder, part, act)
}

/** A link is never followed. */
const readOnly = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

function pathOf(folder: string, part: number): string | null {
  return logParts(folder).find(({ number }) => number === part)?.path ?? null
}

async function within<T>(file: OpenFile, act: (file: OpenFile) => Promise<T>): Promise<T | null> {
  try {
    return (await file.stat()).isFile() ? await act(file) : null
  } finally {
    await file.close()
  }
}
