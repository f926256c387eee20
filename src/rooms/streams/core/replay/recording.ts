// A session's stream as it is replayed: what was drawn, what is known, and what stands on its time line.
import { fromIso } from '#base/time.ts'
import type { ReplayRecord, SessionFact } from '../../contract.ts'
import { factOf } from './fact-of.ts'
import { markOf, type Mark } from './mark-of.ts'

/** What is drawn: as much as was written at once, or the size that the terminal had from then on. */
export type ReplayItem =
  | { readonly kind: 'output'; readonly bytes: Uint8Array }
  | { readonly kind: 'size'; readonly columns: number; readonly rows: number }

/** Times are milliseconds since its beginning, and never go back. */
export class Recording {
  /** When its first record came, since the epoch; null before it. */
  beganMs: number | null = null
  lengthMs = 0
  /** The number of its last record. */
  lastSeq = 0
  /** Its last run has ended. */
  isOver = false
  /** Of its output. */
  bytes = 0
  readonly items: ReplayItem[] = []
  /** Of each item, in the same order. */
  readonly itemTimes: number[] = []
  /** When anything happened. */
  readonly moments: number[] = []
  readonly marks: Mark[] = []
  readonly facts: SessionFact[] = []
  readonly factTimes: number[] = []

  add(record: ReplayRecord): void {
    const cameMs = fromIso(record.at)
    this.beganMs ??= cameMs
    // What was queued is told late: a replay has it where it stands.
    const atMs = Math.max(this.lengthMs, cameMs - this.beganMs)
    this.lengthMs = atMs
    this.lastSeq = record.seq
    if (this.moments.at(-1) !== atMs) this.moments.push(atMs)
    if (record.kind === 'exit') this.isOver = true
    else if (record.kind === 'event' && record.to !== record.from) this.isOver = false
    this.#draw(record, atMs)
    const fact = factOf(record)
    if (fact !== null) {
      this.facts.push(fact)
      this.factTimes.push(atMs)
    }
    const mark = markOf(record, atMs)
    if (mark !== null) this.marks.push(mark)
  }

  #draw(record: ReplayRecord, atMs: number): void {
    const item = itemOf(record)
    if (item === null) return
    if (item.kind === 'output') this.bytes += item.bytes.length
    this.items.push(item)
    this.itemTimes.push(atMs)
  }
}

function itemOf(record: ReplayRecord): ReplayItem | null {
  if (record.kind === 'stdout' || record.kind === 'stderr') return { kind: 'output', bytes: record.data }
  if (record.kind === 'resize') return { kind: 'size', columns: record.columns, rows: record.rows }
  return null
}
