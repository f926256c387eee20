// A session's stream from a number on, and, when it is followed, whatever comes.
import type { Timers } from '#platform/server/timers.ts'
import { toIso } from '#base/time.ts'
import type { Journals } from './journals.ts'
import type { StreamFiles } from './journal-files.ts'
import { readRecords, type RawRecord } from './read-journal.ts'
import { createRender, type RenderedRecord } from './render.ts'

export type AskedStream = {
  readonly sessionId: string
  readonly files: StreamFiles
  readonly from: number
  /** Ends a stream that is followed; null for one that ends with what is there. */
  readonly until: AbortSignal | null
}

/** So often a quiet stream says that it is there. */
const quietMs = 15_000

export type StreamParts = { readonly journals: Journals; readonly timers: Pick<Timers, 'after'> }

/** Null says that nothing came for a while. Rejects with what the file system rejects. */
export async function* streamOf(parts: StreamParts, asked: AskedStream): AsyncGenerator<RenderedRecord | null> {
  const { journals } = parts
  const { sessionId, files, until } = asked
  const render = createRender()
  using growth = followGrowth(parts, sessionId)
  let next = asked.from
  for (;;) {
    growth.seen()
    await journals.settle(sessionId)
    for await (const raw of readRecords(files, next)) {
      if (until?.aborted === true) return
      if (raw.line.seq > Math.max(1, next)) yield lostBefore(raw)
      next = raw.line.seq + 1
      const record = render(raw)
      if (record !== null) yield record
    }
    if (until === null) return
    while (!growth.isMore()) {
      await growth.orQuiet(until)
      if (until.aborted) return
      if (!growth.isMore()) yield null
    }
  }
}

function lostBefore({ line: { seq, atMs } }: RawRecord): RenderedRecord {
  return { seq: seq - 1, at: toIso(atMs), kind: 'gap', bytes: null, reason: 'no longer kept' }
}

const nobody = (): void => undefined

type Growth = Disposable & {
  readonly isMore: () => boolean
  readonly seen: () => void
  /** Resolves when there is more, after a while without, or at the end. */
  readonly orQuiet: (until: AbortSignal) => Promise<void>
}

function followGrowth({ journals, timers }: StreamParts, sessionId: string): Growth {
  let isMore = false
  let wake = nobody
  const stop = journals.follow(sessionId, () => {
    isMore = true
    wake()
  })
  return {
    isMore: () => isMore,
    seen: () => void (isMore = false),
    async orQuiet(until) {
      const { promise, resolve } = Promise.withResolvers<void>()
      wake = resolve
      const stopWaiting = timers.after(quietMs, resolve)
      until.addEventListener('abort', () => resolve(), { once: true })
      if (!isMore && !until.aborted) await promise
      stopWaiting()
    },
    [Symbol.dispose]: stop,
  }
}
