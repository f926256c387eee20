// Keeps the service's log in its home: JSON lines in a few files of a few megabytes, the oldest of which go.
import { renameSync, rmSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { makeOwnFolder } from '../files/own-folder.ts'
import { appendPrivateFile } from '../files/private-file.ts'
import { currentLogName, lastPart, logFolder, logParts, numberedLogName } from './log-folder.ts'

/** Some 20,000 lines. */
const defaultPartBytes = 4 * 1024 * 1024
/** Full files that are kept beside the one that is written to. */
export const keptLogParts = 5

/** Longer lines are cut, so that readers can read the log in small pieces. */
export const longestLogLine = 32 * 1024
/** So much of a message that was cut is kept. */
const keptMessageChars = 4000

/** A log must never take the last room: that is for what happens to agents. */
const spareBytes = 16 * 1024 * 1024
/** How often the room is looked at; a log grows by less than the spare in that time. */
const roomLookMs = 1000

export interface LogFile {
  /** Keeps a finished JSON line, newline included. Never throws: a line that can't be kept stands on stderr alone. */
  write(line: string): void
}

export type LogFileOptions = {
  readonly home: string
  /** Size at which the next file begins; for tests. */
  readonly partBytes?: number
  /** Rises evenly. */
  readonly nowMs?: () => number
  /** Free bytes of the disk; for tests. */
  readonly freeBytes?: (folder: string) => number
}

/** Nothing is opened before the first line. */
export function openLogFile(options: LogFileOptions): LogFile {
  const { partBytes = defaultPartBytes, nowMs = () => performance.now(), freeBytes = freeBytesOf } = options
  const folder = logFolder(options.home)
  const current = join(folder, currentLogName)
  let isReady = false
  let size = 0
  let lost = 0
  let lookedAtMs = Number.NEGATIVE_INFINITY
  let hasRoom = false

  function prepare(): void {
    if (isReady) return
    makeOwnFolder(folder)
    size = statSync(current, { throwIfNoEntry: false })?.size ?? 0
    isReady = true
  }

  function look(): void {
    if (nowMs() - lookedAtMs < roomLookMs) return
    lookedAtMs = nowMs()
    hasRoom = freeBytes(folder) >= spareBytes
  }

  function beginNext(): void {
    const { number } = lastPart(logParts(folder))
    renameSync(current, join(folder, numberedLogName(number)))
    for (const part of logParts(folder).slice(0, -1 - keptLogParts)) rmSync(part.path, { force: true })
    size = 0
  }

  function append(line: string): void {
    prepare()
    look()
    if (!hasRoom) throw new Error('the disk has no room for a log')
    const bytes = Buffer.byteLength(line)
    if (size > 0 && size + bytes > partBytes) beginNext()
    appendPrivateFile(current, line)
    size += bytes
  }

  return {
    write(line) {
      try {
        if (lost > 0) append(lostLine(line, lost))
        append(shortened(line))
        lost = 0
      } catch {
        // The line stands on stderr all the same, and the next one that is kept tells how many are missing here.
        lost += 1
        isReady = false
      }
    },
  }
}

function freeBytesOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

function shortened(line: string): string {
  if (line.length <= longestLogLine) return line
  const { level, time, msg } = Object(JSON.parse(line))
  const message = typeof msg === 'string' ? msg.slice(0, keptMessageChars) : ''
  return `${JSON.stringify({ level, time, msg: message, cut_bytes: Buffer.byteLength(line) })}\n`
}

/** In the form of the log, at the time of the line that follows it. */
function lostLine(next: string, lost: number): string {
  const { time } = Object(JSON.parse(next))
  const msg = 'lines of the log could not be kept in the home; its disk was full or did not take them'
  return `${JSON.stringify({ level: 40, time, lost, msg })}\n`
}
