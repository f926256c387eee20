// The journals of all sessions: looks at a log a moment after it was written to, and takes down what happens.
import type { Clock } from '#platform/server/clock.ts'
import type { Log } from '#platform/server/log/log.ts'
import type { Timers } from '#platform/server/timers.ts'
import { paceOf } from '../core/pace.ts'
import type { SizeTold } from '../contract.ts'
import { entryOf, type ToldOfSession } from './entry.ts'
import { Journal, type Noticed } from './journal.ts'
import { measure, type StreamFiles } from './journal-files.ts'
import type { WatchOnce } from '#platform/server/files/watch-once.ts'

export type JournalsParts = {
  /** Null for an id under which no files are kept. */
  readonly filesOf: (sessionId: string) => StreamFiles | null
  /** What is committed of a session and was told after these, oldest first. */
  readonly toldAfter: (
    sessionId: string,
    last: { readonly event: number; readonly fact: number },
  ) => Promise<readonly ToldOfSession[]>
  /** Whether more may come of a session, whatever happened to it last. */
  readonly isAtWork: (sessionId: string) => boolean
  /** The journal of a session has more. */
  readonly grown?: (sessionId: string) => void
  readonly watchOnce: WatchOnce
  readonly clock: Clock
  readonly timers: Pick<Timers, 'after' | 'passedMs'>
  readonly log: Log
}

export interface Journals {
  /** Its log was written to, just now. */
  noticed(sessionId: string): void
  /** It happened, and is committed. */
  tell(told: ToldOfSession): void
  /** Takes down what came while nobody looked: of that no times are known. Never rejects. */
  catchUp(sessionId: string): Promise<void>
  /** Resolves when the journal has all that was written and committed before the call. Never rejects. */
  settle(sessionId: string): Promise<void>
  /** Calls back whenever the journal has more, until the answer is called. */
  follow(sessionId: string, grown: () => void): () => void
  /** Lets go of what is held open of a session; the next word about it opens it again. */
  close(sessionId: string): void
  /** As `close`, of a session that is removed for good. */
  forget(sessionId: string): void
  /** Takes down what was noticed, and lets go of everything. */
  closeAll(): void
}

/** After so long without a word what has ended, or has no log, is let go of. */
const restAfterMs = 5000
const timesMissed = 'its times could not be written down for a while'
/** Each is a log that is watched, and while that is written to a file that is open. */
const mostOpen = 1000
/** So long at once logs are looked at whose time has come; those that are left wait for others to have their turn. */
const burstMs = 0.25
const nextBurstMs = 1

export function createJournals(parts: JournalsParts): Journals {
  return new OpenJournals(parts)
}

class OpenJournals implements Journals {
  readonly #parts: JournalsParts
  readonly #open = new Map<string, HeldJournal>()
  readonly #followers = new Map<string, Set<() => void>>()
  /** Whose events of an earlier life of the service are in their journals. */
  readonly #filled = new Set<string>()
  /** Whose journals took nothing down for a while. */
  readonly #failed = new Set<string>()
  readonly #sizes = new Map<string, string>()
  /** Those whose logs go on being written. */
  readonly #talking = new Set<HeldJournal>()
  /** What happened to sessions whose journals are to be opened, each in its order. */
  readonly #untold = new Map<string, ToldOfSession[]>()
  #stopTelling: (() => void) | null = null
  readonly #burst: Burst

  constructor(parts: JournalsParts) {
    this.#parts = parts
    this.#burst = createBurst(parts.timers)
  }

  readonly noticed = (sessionId: string): void => {
    this.#attempt(sessionId, () => {
      if (this.#open.has(sessionId) || this.#hasLog(sessionId)) this.#take(sessionId)?.notice()
    })
  }

  readonly tell = (told: ToldOfSession): void => {
    // Before its first there is nothing to ask the database for.
    if ('columns' in told && !this.#isNewSize(told)) return
    if ('event' in told && told.event === null && told.from === null) this.#filled.add(told.sessionId)
    if (this.#open.has(told.sessionId) || 'columns' in told)
      return this.#attempt(told.sessionId, () => this.#take(told.sessionId)?.tell(told))
    // To open one takes as long as all else that follows a commit: the frame goes to the viewers first.
    const untold = this.#untold.get(told.sessionId)
    if (untold === undefined) this.#untold.set(told.sessionId, [told])
    else untold.push(told)
    this.#stopTelling ??= this.#parts.timers.after(0, this.#tellUntold)
  }

  readonly catchUp = (sessionId: string): Promise<void> => this.#settle(sessionId, 'untimed')

  readonly settle = (sessionId: string): Promise<void> => this.#settle(sessionId, 'stdout')

  follow(sessionId: string, grown: () => void): () => void {
    const all = this.#followers.get(sessionId) ?? new Set()
    this.#followers.set(sessionId, all.add(grown))
    return () => {
      all.delete(grown)
      if (all.size === 0) this.#followers.delete(sessionId)
    }
  }

  forget(sessionId: string): void {
    this.#untold.delete(sessionId)
    this.close(sessionId)
    this.#failed.delete(sessionId)
    this.#sizes.delete(sessionId)
  }

  close(sessionId: string): void {
    this.#open.get(sessionId)?.close()
    this.#open.delete(sessionId)
  }

  /** What is known of it beside its journal can be asked for again. */
  #rest(sessionId: string): void {
    this.close(sessionId)
    this.#filled.delete(sessionId)
    this.#sizes.delete(sessionId)
  }

  readonly closeAll = (): void => {
    this.#stopTelling?.()
    this.#tellUntold()
    for (const [sessionId, held] of this.#open) {
      this.#attempt(sessionId, () => held.settle('stdout'))
      this.close(sessionId)
    }
  }

  readonly #tellUntold = (): void => {
    this.#stopTelling = null
    for (const sessionId of this.#untold.keys()) {
      this.#attempt(sessionId, () => void this.#take(sessionId))
      this.#untold.delete(sessionId)
    }
  }

  #take(sessionId: string): HeldJournal | null {
    const held = this.#open.get(sessionId)
    if (held !== undefined) return held
    const files = this.#parts.filesOf(sessionId)
    if (files === null) return null
    const [oldest] = this.#open.keys()
    if (this.#open.size >= mostOpen && oldest !== undefined) this.close(oldest)
    const opened = new HeldJournal(files, this.#parts, {
      grown: () => {
        this.#parts.grown?.(sessionId)
        this.#followers.get(sessionId)?.forEach((each) => each())
      },
      failed: (error) => this.#fail(sessionId, error),
      isAtWork: () => this.#parts.isAtWork(sessionId),
      rests: () => this.#rest(sessionId),
      talks: (isTalking) => this.#hearTalk(opened, isTalking),
      // Who watches one session sees it as closely as ever.
      talking: () => (this.#followers.has(sessionId) ? 1 : this.#talking.size),
      burst: this.#burst,
    })
    this.#open.set(sessionId, opened)
    if (this.#failed.has(sessionId)) opened.missed()
    this.#failed.delete(sessionId)
    if (!this.#filled.has(sessionId)) opened.fill(this.#parts.toldAfter(sessionId, opened.last))
    this.#filled.add(sessionId)
    for (const told of this.#untold.get(sessionId) ?? []) opened.tell(told)
    this.#untold.delete(sessionId)
    return opened
  }

  #hearTalk(held: HeldJournal, isTalking: boolean): void {
    if (isTalking) this.#talking.add(held)
    else this.#talking.delete(held)
  }

  async #settle(sessionId: string, kind: Noticed['kind']): Promise<void> {
    this.#attempt(sessionId, () => void this.#take(sessionId))
    const held = this.#open.get(sessionId)
    await held?.ready
    this.#attempt(sessionId, () => held?.settle(kind))
  }

  /** A disk that is full costs times, and nothing else. */
  #attempt(sessionId: string, act: () => void): void {
    try {
      act()
    } catch (error) {
      this.#fail(sessionId, error)
    }
  }

  #fail(sessionId: string, error: unknown): void {
    this.#parts.log.warn({ err: error, session: sessionId }, 'what a session wrote could not be timed')
    this.#filled.delete(sessionId)
    this.#failed.add(sessionId)
    this.close(sessionId)
  }

  #isNewSize({ sessionId, columns, rows }: SizeTold): boolean {
    const size = `${columns}x${rows}`
    if (this.#sizes.get(sessionId) === size) return false
    this.#sizes.set(sessionId, size)
    return true
  }

  #hasLog(sessionId: string): boolean {
    const files = this.#parts.filesOf(sessionId)
    return files !== null && measure(files.log) !== null
  }
}

type Listening = {
  readonly grown: () => void
  readonly failed: (error: unknown) => void
  readonly isAtWork: () => boolean
  /** Nothing is left to write down, and nothing is expected. */
  readonly rests: () => void
  /** Its log goes on being written, or does not any more. */
  readonly talks: (isTalking: boolean) => void
  /** How many logs go on being written. */
  readonly talking: () => number
  readonly burst: Burst
}

/** Looks of all journals that come one right after the other: does one now, or answers false when the burst is over. */
type Burst = (look: () => void) => boolean

function createBurst({ passedMs }: Pick<Timers, 'passedMs'>): Burst {
  let spentMs = 0
  let endedMs = Number.NEGATIVE_INFINITY
  return (look) => {
    const startedMs = passedMs()
    // Others had their turn meanwhile.
    if (startedMs - endedMs > burstMs / 5) spentMs = 0
    if (spentMs > burstMs) return false
    look()
    endedMs = passedMs()
    spentMs += endedMs - startedMs
    return true
  }
}

/** A journal that is open, with what is to be written to it in a moment. */
class HeldJournal {
  readonly #journal: Journal
  readonly #log: string
  readonly #parts: JournalsParts
  readonly #listening: Listening
  #noticedMs: number | null = null
  #events: ToldOfSession[] = []
  #stopTimer: (() => void) | null = null
  #stopWatching: (() => void) | null = null
  #isFilling = false
  /** It wrote since the look before the last. */
  #isTalking = false
  #stopResting: (() => void) | null = null
  #isClosed = false
  /** Resolves when it has what was committed before it was opened. Never rejects. */
  ready: Promise<void> = Promise.resolve()

  constructor(files: StreamFiles, parts: JournalsParts, listening: Listening) {
    this.#journal = new Journal(files, parts.clock.now())
    this.#log = files.log
    this.#parts = parts
    this.#listening = listening
  }

  get last(): { readonly event: number; readonly fact: number } {
    return { event: this.#journal.lastEvent, fact: this.#journal.lastFact }
  }

  /** Events that come meanwhile wait for these, so that none is taken for one that is there already. */
  fill(earlier: Promise<readonly ToldOfSession[]>): void {
    this.#isFilling = true
    this.ready = this.#fillFrom(earlier)
  }

  async #fillFrom(earlier: Promise<readonly ToldOfSession[]>): Promise<void> {
    try {
      const events = await earlier
      this.#isFilling = false
      if (this.#isClosed) return
      this.#events.unshift(...events)
      this.#soon()
    } catch (error) {
      this.#listening.failed(error)
    }
  }

  /** What was written meanwhile is in the log; when, nobody knows. */
  missed(): void {
    const { clock } = this.#parts
    this.#journal.add([{ kind: 'gap', atMs: clock.now(), payload: { bytes: 0, reason: timesMissed } }])
    this.#journal.takeOutput({ kind: 'untimed', atMs: clock.now(), nowMs: clock.now() })
  }

  notice(): void {
    this.#noticedMs ??= this.#parts.clock.now()
    this.#soon()
  }

  tell(told: ToldOfSession): void {
    this.#events.push(told)
    this.#soon()
  }

  /** Writes down what is there now. */
  settle(kind: Noticed['kind']): void {
    if (this.#isClosed) return
    this.#stopTimer?.()
    this.#stopTimer = null
    const before = this.#journal.seq
    const entries = this.#isFilling ? [] : this.#events.map(entryOf)
    if (entries.length > 0) this.#events = []
    const isAfter = (entries[0]?.atMs ?? 0) >= (this.#noticedMs ?? this.#parts.clock.now())
    if (!isAfter) this.#journal.add(entries)
    this.#takeOutput(kind)
    if (isAfter) this.#journal.add(entries)
    if (this.#journal.seq !== before) this.#listening.grown()
    this.#restLater()
  }

  #restLater(): void {
    this.#stopResting?.()
    this.#stopResting = null
    if (this.#stopTimer !== null || this.#isFilling) return
    if (this.#listening.isAtWork() && this.#stopWatching !== null) return
    this.#stopResting = this.#parts.timers.after(restAfterMs, this.#listening.rests)
  }

  /** While more comes the log is looked at by time, which costs less than to hear of each write; then it is heard of again. */
  #takeOutput(kind: Noticed['kind']): void {
    const { clock, watchOnce } = this.#parts
    const output: Noticed = { kind, atMs: this.#noticedMs, nowMs: clock.now() }
    this.#noticedMs = null
    if (!this.#isTalking) this.#stopWatching ??= watchOnce(this.#log, this.#wrote)
    let isMore = this.#journal.takeOutput(output)
    if (!isMore && this.#isTalking) {
      // Before the look, so that nothing is written between the two.
      this.#stopWatching ??= watchOnce(this.#log, this.#wrote)
      isMore = this.#journal.takeOutput(output)
    }
    this.#isTalking = isMore
    this.#listening.talks(isMore)
    if (isMore) this.#journal.hold()
    else this.#journal.letGo()
    if (isMore) this.#soon()
  }

  close(): void {
    this.#stopTimer?.()
    this.#stopResting?.()
    this.#stopWatching?.()
    this.#isClosed = true
    this.#journal.letGo()
    this.#listening.talks(false)
  }

  readonly #wrote = (): void => {
    this.#stopWatching = null
    this.notice()
  }

  #soon(): void {
    this.#stopResting?.()
    this.#stopResting = null
    const talk = { isTalking: this.#isTalking, talking: this.#listening.talking() }
    this.#stopTimer ??= this.#parts.timers.after(paceOf(this.#journal.bytes, talk), this.#look)
  }

  readonly #look = (): void => {
    this.#stopTimer = null
    try {
      if (this.#listening.burst(() => this.settle('stdout'))) return
      this.#stopTimer = this.#parts.timers.after(nextBurstMs, this.#look)
    } catch (error) {
      this.#listening.failed(error)
    }
  }
}
