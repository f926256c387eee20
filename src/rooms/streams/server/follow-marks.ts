// Follows the marks of each session's shell through its output, also through a restart: what is kept is kept once.
import { oneAtATime } from '#base/one-at-a-time.ts'
import { readShellMarks, type ShellMarkReader, type ShellMarkSeen } from '#base/shell-marks.ts'
import type { Log } from '#platform/server/log/log.ts'
import type { OutputAfter, Learned } from '../contract.ts'
import { learnedOf, placeOf } from '../core/shell-facts.ts'

/** What was learned of a session by a mark of its shell. */
export type LearnedMark = Extract<Learned, { readonly source: 'shell' }>

export type FollowMarksParts = {
  readonly nonceOf: (sessionId: string) => Promise<string | null>
  readonly outputAfter: (sessionId: string, place: string | null) => Promise<OutputAfter | null>
  /** Whether more may come of it. */
  readonly isAtWork: (sessionId: string) => boolean
  /** The last that was kept of a session; null for none. */
  readonly last: (sessionId: string) => Promise<LearnedMark | null>
  /** Keeps them all, or none. Rejects with what can't be written. */
  readonly learn: (sessionId: string, marks: readonly TimedMark[]) => Promise<void>
  readonly log: Log
}

/** A mark with the time that its shell gave it, milliseconds since the epoch. */
export type TimedMark = { readonly atMs: number; readonly learned: LearnedMark }

export interface FollowMarks extends AsyncDisposable {
  /** A program of it starts: what was known of the one before is over. */
  began(sessionId: string): void
  /** Its output may have grown. */
  grown(sessionId: string): void
  /** It ended: its output is read once more, then nothing is held of it. Never rejects. */
  ended(sessionId: string): Promise<void>
}

type Held = {
  readonly inTurn: ReturnType<typeof oneAtATime>
  /** Null for a session that marks nothing; undefined before the first look. */
  reader: ShellMarkReader | null | undefined
  nonce: string
  place: string | null
  last: number
  began: ShellMarkSeen | null
  isWaiting: boolean
}

export function followMarks(parts: FollowMarksParts): FollowMarks {
  return new Follows(parts)
}

class Follows implements FollowMarks {
  readonly #parts: FollowMarksParts
  readonly #held = new Map<string, Held>()
  readonly #under = new Set<Promise<void>>()
  #isClosed = false

  constructor(parts: FollowMarksParts) {
    this.#parts = parts
  }

  began(sessionId: string): void {
    this.#held.delete(sessionId)
  }

  grown(sessionId: string): void {
    if (!this.#parts.isAtWork(sessionId)) return
    const held = this.#take(sessionId)
    if (held.reader !== null && !held.isWaiting) void this.#read(sessionId, held)
  }

  async ended(sessionId: string): Promise<void> {
    const held = this.#take(sessionId)
    await this.#read(sessionId, held)
    if (this.#held.get(sessionId) === held) this.#held.delete(sessionId)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true
    await Promise.all(this.#under)
  }

  #take(sessionId: string): Held {
    const known = this.#held.get(sessionId)
    if (known !== undefined) return known
    const inTurn = oneAtATime()
    const held: Held = { inTurn, reader: undefined, nonce: '', place: null, last: 0, began: null, isWaiting: false }
    this.#held.set(sessionId, held)
    return held
  }

  /** One that waits stands for all that come meanwhile. Never rejects. */
  #read(sessionId: string, held: Held): Promise<void> {
    held.isWaiting = true
    const done = held
      .inTurn(async () => {
        held.isWaiting = false
        if (!this.#isClosed) await this.#readMore(sessionId, held)
      })
      .catch((error: unknown) => {
        // Its marks are read again from the start of what is kept: those that were kept are not kept twice.
        this.#held.delete(sessionId)
        this.#parts.log.warn({ err: error, session: sessionId }, 'the marks of a shell could not be kept')
      })
      .finally(() => this.#under.delete(done))
    this.#under.add(done)
    return done
  }

  async #readMore(sessionId: string, held: Held): Promise<void> {
    const { nonceOf, last } = this.#parts
    if (held.reader === undefined) {
      const nonce = await nonceOf(sessionId)
      held.reader = nonce === null ? null : readShellMarks(nonce)
      if (nonce === null) return
      held.nonce = nonce
      const kept = await last(sessionId)
      held.last = kept === null ? 0 : placeOf(kept)
    }
    for (let isMore = true; isMore && !this.#isClosed;) isMore = await this.#readPart(sessionId, held)
  }

  /** Whether more of it is there. */
  async #readPart(sessionId: string, held: Held): Promise<boolean> {
    const { outputAfter, learn } = this.#parts
    const part = held.reader === null ? null : await outputAfter(sessionId, held.place)
    if (part === null || held.reader == null) return false
    if (!part.isWhole) held.reader = readShellMarks(held.nonce)
    const marks = held.reader.feed(part.bytes).flatMap((seen): TimedMark[] => {
      const learned = learnedOf(seen, held.began)
      held.began = seen.mark === 'began' ? seen : null
      if (placeOf(learned) <= held.last) return []
      held.last = placeOf(learned)
      return [{ atMs: seen.atMs, learned }]
    })
    if (marks.length > 0) await learn(sessionId, marks)
    held.place = part.next
    return !part.isEnd
  }
}
