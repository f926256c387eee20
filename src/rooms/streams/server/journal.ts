// The journal of one session: a line for each part of its log that came together, and for each thing that happened to it.
import { closeSync, ftruncateSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'
import { isOwnFolder } from '#platform/server/files/own-folder.ts'
import { appendTo, openPrivateAppend } from '#platform/server/files/private-file.ts'
import { formatLine, type JournalLine } from '../core/journal-line.ts'
import { recordLengths } from '../core/pace.ts'
import { readFirstLine, readLastLine } from './journal-ends.ts'
import { measure, type MeasuredLog, type StreamFiles } from './journal-files.ts'

type Entry = { readonly atMs: number; readonly payload: Readonly<Record<string, unknown>> }

/** `number` is its own among the events, or the facts, of the service. */
type NumberedEntry = Entry & { readonly kind: 'event' | 'exit' | 'derived'; readonly number: number }

export type StreamEntry = NumberedEntry | (Entry & { readonly kind: 'resize' | 'gap' })

/** How output came to be noticed; `untimed` when all that is known is that it is there. */
export type Noticed = {
  /** Null: at the time of its last write. */
  readonly atMs: number | null
  readonly nowMs: number
  readonly kind: 'stdout' | 'stderr' | 'untimed'
}

/**
 * Opened, it holds its last line in memory, and no file but where it is asked to: there may be a thousand of them. Whatever a
 * kill cut short is made good by the next opening: a torn line is cut off, and what the log has beyond the last line is one
 * more part of it.
 */
export class Journal {
  readonly #files: StreamFiles
  #last: JournalLine
  /** The file that the lengths count in; null before there is one. */
  #logName: string | null
  #bytes: number
  #isHeld = false
  /** While it is held, from the next change on. */
  #file: number | null = null

  /** Makes the journal where there is none. Throws what the file system throws. */
  constructor(files: StreamFiles, nowMs: number) {
    this.#files = files
    const kept = readKept(files.journal)
    if (kept !== null) {
      this.#last = kept.last
      this.#logName = kept.logName
      this.#bytes = kept.bytes
      return
    }
    this.#last = { ...nothing, atMs: nowMs }
    this.#logName = null
    this.#bytes = 0
    this.#begin(measure(files.log)?.name ?? null)
    const older = measure(files.olderLog)
    // Of a session older than its journal: what was put aside has no times at all.
    if (older !== null) this.#write([{ kind: 'gap', length: 0, atMs: nowMs, payload: lost(older.size, beforeJournal) }])
  }

  /** The last record that is in it. */
  get seq(): number {
    return this.#last.seq
  }

  get lastEvent(): number {
    return this.#last.event
  }

  get lastFact(): number {
    return this.#last.fact
  }

  get bytes(): number {
    return this.#bytes
  }

  /** Keeps its file open from the next change on: to open it takes longer than to write a line. */
  hold(): void {
    this.#isHeld = true
  }

  letGo(): void {
    this.#isHeld = false
    this.#closeFile()
  }

  /** Takes up what the log has by now; whether that was anything. */
  takeOutput(noticed: Noticed): boolean {
    const log = measure(this.#files.log)
    if (log === null) return false
    const before = this.#last.seq
    const { kind, nowMs, atMs } = noticed
    const part = { kind, atMs: Math.min(nowMs, atMs ?? log.changedMs) }
    if (log.name !== this.#logName) this.#changeLog(log, part)
    else if (log.size < this.#last.end) this.#cutBack(log.size)
    this.#takeUpTo(log.size, part)
    return this.#last.seq !== before
  }

  /** Those that it has already are left out. */
  add(entries: readonly StreamEntry[]): void {
    const last = { event: this.#last.event, fact: this.#last.fact }
    const parts = entries.flatMap((each): Part[] => {
      if (!('number' in each)) return [{ ...each, length: 0 }]
      const { number, ...entry } = each
      const counter = each.kind === 'derived' ? 'fact' : 'event'
      if (number <= last[counter]) return []
      last[counter] = number
      return [{ ...entry, length: 0, [counter]: number }]
    })
    this.#write(parts)
  }

  #takeUpTo(size: number, { atMs, kind }: Timed): void {
    const lengths = recordLengths(size - this.#last.end)
    this.#write(lengths.map((length) => ({ kind, atMs, length, payload: null })))
  }

  /** The log was put aside and begun anew: so is the journal, after what had come until then. */
  #changeLog(log: MeasuredLog, noticed: Timed): void {
    const { olderLog, journal, olderJournal } = this.#files
    if (this.#logName !== null) {
      const older = measure(olderLog)
      if (older?.name === this.#logName) this.#takeUpTo(older.size, noticed)
      else this.#write([{ kind: 'gap', length: 0, atMs: noticed.atMs, payload: lost(null, tooFast) }])
    }
    this.#closeFile()
    renameSync(journal, olderJournal)
    this.#begin(log.name)
  }

  #begin(logName: string | null): void {
    const line: JournalLine = { ...this.#last, kind: 'log', length: 0, end: 0, payload: { log: logName } }
    const text = formatLine(line)
    // What is there was torn before its first line ended.
    this.#change({ keepBytes: 0, text })
    this.#logName = logName
    this.#last = line
    this.#bytes = text.length
  }

  #write(parts: readonly Part[]): void {
    if (parts.length === 0) return
    let last = this.#last
    const lines = parts.map(({ kind, atMs, length, payload, event = last.event, fact = last.fact }) => {
      last = { kind, atMs, length, seq: last.seq + 1, end: last.end + length, event, fact, payload }
      return formatLine(last)
    })
    const text = lines.join('')
    this.#change({ text })
    this.#last = last
    this.#bytes += Buffer.byteLength(text)
  }

  /** A log that became shorter lost what the disk had not: the lines about that go, too. */
  #cutBack(size: number): void {
    const kept = readLastLine(this.#files.journal, (line) => line.end <= size)
    // The line that names the log ends at 0: there is always one.
    if (kept === null) return
    this.#change({ keepBytes: kept.bytes })
    this.#last = kept.line
    this.#bytes = kept.bytes
  }

  #change(how: Change): void {
    const file = this.#file ?? openJournal(this.#files.journal)
    this.#file = file
    try {
      apply(file, how)
    } catch (error) {
      this.#closeFile()
      throw error
    }
    if (!this.#isHeld) this.#closeFile()
  }

  #closeFile(): void {
    const file = this.#file
    if (file === null) return
    // First: whatever the close says, its number is another file's by then.
    this.#file = null
    closeSync(file)
  }
}

type Timed = { readonly atMs: number; readonly kind: Noticed['kind'] }

type Part = Pick<JournalLine, 'kind' | 'atMs' | 'length' | 'payload'> & {
  readonly event?: number
  readonly fact?: number
}

const nothing: JournalLine = { kind: 'log', atMs: 0, length: 0, seq: 0, end: 0, event: 0, fact: 0, payload: null }

const beforeJournal = 'written before its times were kept'
const tooFast = 'written faster than it was kept'

const lost = (bytes: number | null, reason: string) => ({ bytes, reason })

type Kept = {
  readonly last: JournalLine
  readonly logName: string | null
  readonly bytes: number
}

/** Null where there is none, and for one that holds nothing that can be read: it is begun anew. */
function readKept(path: string): Kept | null {
  const found = readLastLine(path, () => true)
  const first = found === null ? null : readFirstLine(path)
  if (found === null || first?.kind !== 'log') return null
  const file = openJournal(path)
  try {
    apply(file, { keepBytes: found.bytes })
  } finally {
    closeSync(file)
  }
  const logName = typeof first.payload?.['log'] === 'string' ? first.payload['log'] : null
  return { last: found.line, logName, bytes: found.bytes }
}

type Change = { readonly keepBytes?: number; readonly text?: string }

/** Throws where the folder of logs is a link, which leads elsewhere. */
function openJournal(path: string): number {
  if (!isOwnFolder(dirname(path))) throw new Error(`${dirname(path)} is no folder of its own`)
  return openPrivateAppend(path)
}

/** Cuts it to its first bytes, then adds the text. */
function apply(file: number, { keepBytes, text }: Change): void {
  if (keepBytes !== undefined) ftruncateSync(file, keepBytes)
  if (text !== undefined) appendTo(file, text)
}
