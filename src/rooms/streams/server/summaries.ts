// What each session did in one line, for its card: made after what is learned, kept, and told to viewers.
import { secondMs, toIso } from '#base/time.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/db/open-database.ts'
import { statement } from '#platform/server/db/script.ts'
import type { Publish } from '#platform/server/live/kinds.ts'
import type { Log } from '#platform/server/log/log.ts'
import type { Timers } from '#platform/server/timers.ts'
import type { SessionSummary } from '../contract.ts'
import { derive, nothingTold } from '../core/derive.ts'
import type { FactStore } from './facts.ts'
import type { StreamedSessions } from './ports.ts'

export type SummariesParts = {
  readonly database: Pick<Database, 'read' | 'commits'>
  readonly facts: Pick<FactStore, 'of'>
  readonly sessions: Pick<StreamedSessions, 'find'>
  readonly publish: Publish<SessionSummary>
  readonly clock: Clock
  readonly timers: Pick<Timers, 'after' | 'passedMs'>
  readonly log: Log
}

export interface Summaries {
  /** Reads what is kept. Rejects when it can't be read. */
  start(): Promise<void>
  all(): SessionSummary[]
  /** Null before anything is known. */
  of(sessionId: string): string | null
  /** Something was learned: its line is made at once, or a second after the last one. */
  happened(sessionId: string): void
  /** Rejects with `StorageError`. */
  forget(sessionId: string): Promise<void>
  /** Of how many sessions it holds more than their line. */
  readonly busy: number
  /** No line is made any more; resolves when the last one is kept. */
  stop(): Promise<void>
}

/** Each line is a fold over all facts of its session: of a long one it is made less often, so that it costs a fiftieth. */
const shareOfTime = 50

/** Of a session whose line is made, or was a moment ago: it is let go of when the next one may be made at once. */
type Making = {
  stopTimer: (() => void) | null
  stopResting: (() => void) | null
  isMaking: boolean
  isMore: boolean
  nextMs: number
}

const notMade: Making = { stopTimer: null, stopResting: null, isMaking: false, isMore: false, nextMs: 0 }

function stopTimers(making: Making | undefined): void {
  making?.stopTimer?.()
  making?.stopResting?.()
}

export function createSummaries(parts: SummariesParts): Summaries {
  return new KeptSummaries(parts)
}

class KeptSummaries implements Summaries {
  readonly #parts: SummariesParts
  readonly #known = new Map<string, SessionSummary>()
  readonly #making = new Map<string, Making>()
  readonly #under = new Set<Promise<void>>()
  #isStopped = false

  constructor(parts: SummariesParts) {
    this.#parts = parts
  }

  async start(): Promise<void> {
    const rows = await this.#parts.database.read.selectFrom('session_summaries').selectAll().execute()
    for (const { session_id: id, at, summary } of rows) this.#known.set(id, { id, at, text: summary })
  }

  all(): SessionSummary[] {
    return [...this.#known.values()]
  }

  of(sessionId: string): string | null {
    return this.#known.get(sessionId)?.text ?? null
  }

  get busy(): number {
    return this.#making.size
  }

  happened(sessionId: string): void {
    if (this.#isStopped) return
    const making = this.#making.get(sessionId) ?? { ...notMade }
    this.#making.set(sessionId, making)
    making.stopResting?.()
    making.stopResting = null
    if (making.stopTimer !== null) return
    if (making.isMaking) {
      making.isMore = true
      return
    }
    const waitMs = making.nextMs - this.#parts.timers.passedMs()
    if (waitMs <= 0) return this.#begin(sessionId, making)
    making.stopTimer = this.#parts.timers.after(waitMs, () => {
      making.stopTimer = null
      this.#begin(sessionId, making)
    })
  }

  async forget(sessionId: string): Promise<void> {
    stopTimers(this.#making.get(sessionId))
    this.#making.delete(sessionId)
    if (!this.#known.delete(sessionId)) return
    await this.#parts.database.commits.write({
      *script() {
        yield* remove.run(sessionId)
      },
    })
    this.#parts.publish([{ op: 'remove', id: sessionId, value: null }])
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    for (const making of this.#making.values()) stopTimers(making)
    await Promise.all(this.#under)
  }

  #begin(sessionId: string, making: Making): void {
    making.isMaking = true
    const done = this.#makeNow(sessionId, making).finally(() => this.#under.delete(done))
    this.#under.add(done)
  }

  /** Never rejects. */
  async #makeNow(sessionId: string, making: Making): Promise<void> {
    const { log, timers } = this.#parts
    let costMs = 0
    try {
      costMs = await this.#make(sessionId)
    } catch (error) {
      log.warn({ err: error, session: sessionId }, 'what a session did could not be summed up')
    }
    making.isMaking = false
    making.nextMs = timers.passedMs() + Math.max(secondMs, shareOfTime * costMs)
    if (making.isMore) {
      making.isMore = false
      this.happened(sessionId)
    } else if (!this.#isStopped && this.#making.get(sessionId) === making) {
      making.stopResting = timers.after(making.nextMs - timers.passedMs(), () => this.#making.delete(sessionId))
    }
  }

  /** Answers for how long it kept the service busy, or waiting. */
  async #make(id: string): Promise<number> {
    const { facts, sessions, database, clock, timers, publish } = this.#parts
    const session = await sessions.find(id)
    if (session === null) return 0
    const beganMs = timers.passedMs()
    const text = derive(await facts.of(id), session.command).summary
    const costMs = timers.passedMs() - beganMs
    if (text === nothingTold || text === this.of(id)) return costMs
    const value = { id, at: toIso(clock.now()), text }
    await database.commits.write({
      *script() {
        yield* put.run(id, value.at, text)
      },
    })
    this.#known.set(id, value)
    publish([{ op: 'upsert', id, value }])
    return costMs
  }
}

const put = statement(
  `INSERT INTO session_summaries (session_id, at, summary) VALUES (?, ?, ?)
   ON CONFLICT (session_id) DO UPDATE SET at = excluded.at, summary = excluded.summary`,
)
const remove = statement('DELETE FROM session_summaries WHERE session_id = ?')
