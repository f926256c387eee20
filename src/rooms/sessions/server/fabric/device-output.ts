// Output that came from devices: appended to the session's log, and a line of its index says what of it counts.
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs'
import { z } from 'zod'
import type { Clock } from '#platform/server/clock.ts'
import { appendPrivateFile, appendTo, openPrivateAppend, openPrivateLog } from '#platform/server/files/private-file.ts'
import { isMissing } from '#platform/server/files/missing.ts'
import { artifactPaths, makeOwnFolder, type ArtifactPaths } from '../launcher/artifacts.ts'
import { cutLength, type LogMark } from '../launcher/log-recorder.ts'
import { dirname } from 'node:path'

/** A log of 64 MiB a run: two files of it, of which the older one goes. Its index may be as long, since many parts are short. */
export const halfBytes = 32 * 1024 * 1024
/** Longer than any line of an index. */
const lineBytes = 4096

/** One part of a run's output, under its number. */
export type DevicePart = {
  readonly seq: number
  readonly kind: 'stdout' | 'stderr' | 'gap'
  /** Since the run began. */
  readonly atMs: number
  readonly data: Buffer
}

export interface DeviceOutput {
  /** The last number of a run whose output is kept; 0 for none. */
  lastSeq(sessionId: string, runId: string): number
  /**
   * Keeps parts of one run, in the order of their numbers; when it resolves, they survive the death of this process. The lines
   * of the index come last: bytes in the log without one were never acknowledged, come again, and are cut off before that.
   * Rejects with what the file system throws.
   */
  append(sessionId: string, runId: string, parts: readonly DevicePart[]): Promise<void>
  /** What tells whether it grew, without a look at the disk; null for one that was not written to lately. */
  mark(sessionId: string): LogMark | null
  /**
   * The end of what is written to, at most `bytes`, by one read of the file that is open; the last character is whole. Null
   * where more has to be read than that one file.
   */
  end(sessionId: string, bytes: number): Buffer | null
  /** Nothing more is expected of the session. */
  close(sessionId: string): void
}

/** `[run, seq, seconds, kind, end of the log]` */
const lineSchema = z.tuple([z.string(), z.number(), z.number(), z.string(), z.number()])
type Mark = { runId: string; seq: number; end: number; indexBytes: number }
/** A session that is written to, with both of its files held open: opening them costs ten times what a line does. */
type Open = {
  readonly paths: ArtifactPaths
  readonly mark: Mark
  readonly log: number
  readonly index: number
  /** An older half of its log may be there. */
  readonly hasOlder: boolean
  /** When it was written to last; null before the first time. */
  changedMs: number | null
}

/** Node may open as many files as the system lets it; these are twice as many. The one that was opened first goes. */
const mostOpen = 1000

export function createDeviceOutput(home: string, clock: Clock): DeviceOutput {
  const open = new Map<string, Open>()
  const letGo = (sessionId: string): void => {
    const held = open.get(sessionId)
    if (held === undefined) return
    open.delete(sessionId)
    closeSync(held.log)
    closeSync(held.index)
  }
  const take = async (sessionId: string): Promise<Open | null> => {
    const held = open.get(sessionId)
    const paths = held?.paths ?? artifactPaths(home, sessionId)
    if (paths === null) return null
    if (held === undefined) await makeOwnFolder(dirname(paths.log))
    if (held !== undefined && !isFull(held.mark)) return held
    const mark = held?.mark ?? readMark(paths)
    letGo(sessionId)
    if (isFull(mark)) rotate(paths, mark)
    const [oldest] = open.keys()
    if (open.size >= mostOpen && oldest !== undefined) letGo(oldest)
    const opened = openFiles(paths, mark)
    open.set(sessionId, opened)
    return opened
  }
  return {
    lastSeq(sessionId, runId) {
      const paths = artifactPaths(home, sessionId)
      const mark = open.get(sessionId)?.mark ?? (paths === null ? null : readMark(paths))
      return mark?.runId === runId ? mark.seq : 0
    },
    async append(sessionId, runId, parts) {
      const known = open.get(sessionId)
      // Of a flood nearly every line finds its files open, and waits for nothing.
      const held = known === undefined || isFull(known.mark) ? await take(sessionId) : known
      if (held === null) return
      try {
        write(held, runId, parts)
      } catch (error) {
        // The next part begins from what the index says.
        letGo(sessionId)
        throw error
      }
      held.changedMs = clock.now()
    },
    mark(sessionId) {
      const held = open.get(sessionId)
      return held === undefined || held.changedMs === null ? null : { size: held.mark.end, changedMs: held.changedMs }
    },
    end(sessionId, bytes) {
      const held = open.get(sessionId)
      return held === undefined || (held.hasOlder && held.mark.end < bytes) ? null : readWhole(held, bytes)
    },
    close: letGo,
  }
}

function openFiles(paths: ArtifactPaths, mark: Mark): Open {
  const hasOlder = existsSync(paths.olderLog)
  const files = { log: openPrivateLog(paths.log), index: openPrivateAppend(paths.index) }
  return { paths, mark, ...files, hasOlder, changedMs: null }
}

/** One write a file, however many parts: a write costs what ten lines do. */
function write({ mark, log, index }: Open, runId: string, parts: readonly DevicePart[]): void {
  let { end, seq } = mark
  let lines = ''
  for (const part of parts) {
    end += part.data.length
    seq = part.seq
    lines += `${JSON.stringify([runId, seq, part.atMs / 1000, part.kind, end])}\n`
  }
  const [first] = parts
  const data = parts.length === 1 && first !== undefined ? first.data : Buffer.concat(parts.map((part) => part.data))
  if (data.length > 0) appendTo(log, data)
  appendTo(index, lines)
  Object.assign(mark, { runId, seq, end, indexBytes: mark.indexBytes + lines.length })
}

function readWhole({ log, mark }: Open, bytes: number): Buffer {
  const end = Buffer.allocUnsafe(Math.min(bytes, mark.end))
  const read = end.subarray(0, readSync(log, end, 0, end.length, mark.end - end.length))
  return read.subarray(0, read.length - cutLength(read))
}

function isFull({ end, indexBytes }: Mark): boolean {
  return end >= halfBytes || indexBytes >= halfBytes
}

/** Where the last whole line says that the log ends; what stands behind it is cut off. */
function readMark({ log, index }: ArtifactPaths): Mark {
  const { text, size: indexSize } = readEnd(index, lineBytes)
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  const last = whole.slice(whole.lastIndexOf('\n', whole.length - 2) + 1)
  const parsed = last === '' ? null : lineSchema.safeParse(JSON.parse(last)).data
  const [runId, seq, , , counted] = parsed ?? ['', 0, 0, '', 0]
  const size = sizeOf(log)
  const indexBytes = indexSize - Buffer.byteLength(text.slice(whole.length))
  if (indexBytes < indexSize) truncateSync(index, indexBytes)
  // A log that is smaller was put aside a moment before the process died.
  const end = Math.min(size, counted)
  if (size > end && parsed !== null) truncateSync(log, end)
  return { runId, seq, end: parsed === null ? size : end, indexBytes }
}

/** The end of a file, and how long it is in all; empty for one that is not there. Throws for a symbolic link. */
function readEnd(path: string, bytes: number): { readonly text: string; readonly size: number } {
  let file: number
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch (error) {
    if (isMissing(error)) return { text: '', size: 0 }
    throw error
  }
  try {
    const { size } = fstatSync(file)
    const end = Buffer.alloc(Math.min(bytes, size))
    const read = readSync(file, end, 0, end.length, size - end.length)
    return { text: end.subarray(0, read).toString(), size }
  } finally {
    closeSync(file)
  }
}

/** The older half is replaced; the index begins anew with the number that was reached. */
function rotate(paths: ArtifactPaths, mark: Mark): void {
  renameSync(paths.log, paths.olderLog)
  rmSync(paths.index, { force: true })
  const line = `${JSON.stringify([mark.runId, mark.seq, 0, 'rotated', 0])}\n`
  appendPrivateFile(paths.index, line)
  mark.end = 0
  mark.indexBytes = line.length
}

function sizeOf(path: string): number {
  try {
    return statSync(path).size
  } catch (error) {
    if (isMissing(error)) return 0
    throw error
  }
}
