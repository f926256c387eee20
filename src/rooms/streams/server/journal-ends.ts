// The first and the last line of a journal, without reading what is between them.
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { isMissing } from '#platform/server/files/missing.ts'
import { longestLine, parseLine, type JournalLine } from '../core/journal-line.ts'

export type FoundLine = {
  readonly line: JournalLine
  /** Where it ends in the file; what follows is a part of a line, or was not wanted. */
  readonly bytes: number
}

/** The last whole line that is wanted; null for a file that is not there, or has none. Throws for a symbolic link. */
export function readLastLine(path: string, isWanted: (line: JournalLine) => boolean): FoundLine | null {
  return withFile(path, (file) => {
    const { size } = fstatSync(file)
    // More and more of the end, as a rule once.
    for (let length = 2 * longestLine; ; length *= 8) {
      const start = Math.max(0, size - length)
      const found = lastIn(readAt(file, start, size), { start, isWanted })
      if (found !== null || start === 0) return found
    }
  })
}

/** Null for a file that is not there, or begins with no line of a journal. */
export function readFirstLine(path: string): JournalLine | null {
  return withFile(path, (file) => {
    const bytes = readAt(file, 0, Math.min(longestLine, fstatSync(file).size))
    const end = bytes.indexOf(newline)
    return end < 0 ? null : parseLine(bytes.toString('utf8', 0, end))
  })
}

export const newline = 0x0a

type Looking = { readonly start: number; readonly isWanted: (line: JournalLine) => boolean }

function lastIn(bytes: Buffer, { start, isWanted }: Looking): FoundLine | null {
  for (let end = bytes.lastIndexOf(newline); end >= 0;) {
    const before = end === 0 ? -1 : bytes.lastIndexOf(newline, end - 1)
    // The first of these may lack its beginning.
    const line = before < 0 && start > 0 ? null : parseLine(bytes.toString('utf8', before + 1, end))
    if (line !== null && isWanted(line)) return { line, bytes: start + end + 1 }
    end = before
  }
  return null
}

function withFile<T>(path: string, read: (file: number) => T | null): T | null {
  let file: number
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
  try {
    return read(file)
  } finally {
    closeSync(file)
  }
}

function readAt(file: number, start: number, end: number): Buffer {
  const bytes = Buffer.allocUnsafe(end - start)
  return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, start))
}
