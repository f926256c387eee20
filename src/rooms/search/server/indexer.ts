// Fills the index after the commits of others, a little at a time: whatever is searched is looked at here alone.
import { oneAtATime } from '#base/one-at-a-time.ts'
import { hourMs, secondMs } from '#base/time.ts'
import type { Log } from '#platform/server/log/log.ts'
import type { Timers } from '#platform/server/timers.ts'
import type { SearchKind, SearchSource } from '../contract.ts'
import { restAfter } from '../core/rest.ts'
import { step, sweepSome, type StepParts } from './index-steps.ts'
import { beginFullMerge, dropEntries, emptyIndex, indexVersion, NumbersUsedUp } from './index-store.ts'

export type IndexerParts = StepParts & {
  readonly sources: readonly SearchSource[]
  readonly timers: Timers
  readonly log: Log
}

/** Disposing waits for what is under way. */
export interface Indexer extends AsyncDisposable {
  /** Follows the sources from now on, within a second or two. */
  start(): void
  /** Whether every source was read to its end once. */
  isComplete(): Promise<boolean>
  /** Resolves when the index has all that was committed before the call, at full speed. Rejects with `StorageError`. */
  catchUp(): Promise<void>
  /** Takes documents out, and every word of them, too. Rejects with `StorageError`. */
  forget(kind: SearchKind, ids: readonly string[]): Promise<void>
  /** Empties the index; it fills again by itself. Rejects with `StorageError`. */
  rebuild(): Promise<void>
}

const lookEveryMs = secondMs
/** A document that is gone is found by no question meanwhile: its source says so when it is read. */
const sweepEveryMs = hourMs
export function createIndexer(parts: IndexerParts): Indexer {
  return new FollowingIndexer(parts)
}

class FollowingIndexer implements Indexer {
  readonly #parts: IndexerParts
  /** What is forgotten is not put back by a step that had read it before. */
  readonly #inTurn = oneAtATime()
  readonly #ended = new AbortController()
  readonly #stops: (() => void)[] = []
  #looking: Promise<void> | null = null
  #sweeping: Promise<void> | null = null
  #isFailing = false
  /** Commits of the service when the last look began that went through. */
  #seen: number | null = null

  constructor(parts: IndexerParts) {
    this.#parts = parts
  }

  start(): void {
    const { timers } = this.#parts
    this.#stops.push(
      timers.every(lookEveryMs, () => void (this.#looking ??= this.#look().finally(() => (this.#looking = null)))),
      timers.every(sweepEveryMs, () => void (this.#sweeping ??= this.#sweep().finally(() => (this.#sweeping = null)))),
    )
  }

  async isComplete(): Promise<boolean> {
    const { store, sources } = this.#parts
    if ((await store.version()) !== indexVersion) return false
    const marks = await Promise.all(sources.map(({ kind }) => store.mark(kind)))
    return marks.every(({ isComplete }) => isComplete)
  }

  async catchUp(): Promise<void> {
    await this.#prepare()
    for (const source of this.#parts.sources) while (!(await this.#step(source)).isEnd);
  }

  forget(kind: SearchKind, ids: readonly string[]): Promise<void> {
    const { commits } = this.#parts
    return this.#inTurn(async () => {
      await commits.write({ script: () => dropEntries(kind, ids) })
      await commits.write({ script: beginFullMerge })
    })
  }

  rebuild(): Promise<void> {
    return this.#inTurn(() => this.#parts.commits.write({ script: emptyIndex }))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const stop of this.#stops) stop()
    this.#ended.abort()
    await this.#looking
    await this.#sweeping
    await this.#inTurn(async () => undefined)
  }

  #step(source: SearchSource) {
    return this.#inTurn(() => step(this.#parts, source))
  }

  async #prepare(): Promise<void> {
    const { commits, store } = this.#parts
    if ((await store.version()) !== indexVersion) await commits.write({ script: emptyIndex })
  }

  /** While nothing is written there is nothing to find, and a service at rest costs nothing. */
  async #look(): Promise<void> {
    const written = this.#parts.commits.count()
    if (written === this.#seen) return
    try {
      await this.#prepare()
      for (const source of this.#parts.sources) await this.#follow(source)
      this.#isFailing = false
      this.#seen = written
    } catch (error) {
      await this.#mend(error)
    }
  }

  /** A full disk is told once, not each second; what is missing comes as soon as there is room. */
  async #mend(error: unknown): Promise<void> {
    if (error instanceof Error && error.cause instanceof NumbersUsedUp) return this.rebuild()
    if (!this.#isFailing) this.#parts.log.error({ err: error }, 'the index of search could not follow; it tries again')
    this.#isFailing = true
  }

  async #follow(source: SearchSource): Promise<void> {
    const { timers, commits } = this.#parts
    for (let isBusy = false; !this.#ended.signal.aborted;) {
      const beganMs = timers.passedMs()
      const { isEnd, isFilling } = await this.#step(source)
      if (isEnd) return
      const written = commits.count()
      await this.#rest(restAfter({ workedMs: timers.passedMs() - beganMs, isFilling, isBusy }))
      // What is committed while it rests, others wrote.
      isBusy = commits.count() !== written
    }
  }

  /** Of sources that tell of nothing that is gone. What fails is looked at in the next hour. */
  async #sweep(): Promise<void> {
    const { sources, timers } = this.#parts
    for (const source of sources.filter(({ tellsGone }) => tellsGone === false)) {
      for (let after: number | null = 0; after !== null && !this.#ended.signal.aborted;) {
        const from: number = after
        const beganMs = timers.passedMs()
        after = await this.#inTurn(() => sweepSome(this.#parts, source, from)).catch(() => null)
        await this.#rest(restAfter({ workedMs: timers.passedMs() - beganMs, isFilling: false, isBusy: false }))
      }
    }
  }

  #rest(ms: number): Promise<void> {
    const { signal } = this.#ended
    // It may have come during the step: nobody would tell of it again, and no timer keeps a process that ends.
    if (signal.aborted) return Promise.resolve()
    return new Promise((resolve) => {
      const end = (): void => {
        stop()
        signal.removeEventListener('abort', end)
        resolve()
      }
      const stop = this.#parts.timers.after(ms, end)
      signal.addEventListener('abort', end)
    })
  }
}
