// Gives back what a program no longer holds, once it has nothing to do: a daemon waits for months beside agents that need the
// memory. V8's own reducer of memory does so eight seconds after each growth, twice, in small steps beside the program.
import { getHeapStatistics } from 'node:v8'
import { minuteMs, secondMs } from '#base/time.ts'
import type { Timers } from './timers.ts'

/** Until the first collection the start is waited for; later ones are for what work has left. */
const firstLookMs = secondMs
const lookMs = minuteMs
/** So much of the time between two looks the event loop had nothing to do. */
const idleShare = 0.9
/** Less growth than this is not worth a collection, in bytes. */
const worthBytes = 2 * 1024 * 1024

/** The heap that is collected. */
export type Heap = {
  /** What it takes of the system, in bytes. */
  readonly bytes: () => number
  readonly collect: () => void
}

/** Null where Node was started without `--expose-gc`: then V8 does as it thinks. */
export function ownHeap(): Heap | null {
  const { gc } = globalThis
  if (gc === undefined) return null
  return {
    bytes: () => getHeapStatistics().total_heap_size,
    // All that can be had, and the pages with it.
    collect: () => gc({ type: 'major', execution: 'sync', flavor: 'last-resort' }),
  }
}

/** Collects once the start is over, and again when the heap has grown and nothing happens. Until it is disposed. */
export function collectAtRest(heap: Heap, timers: Pick<Timers, 'passedMs' | 'idleMs' | 'after'>): Disposable {
  let leftBytes: number | null = null
  let seen = { passedMs: timers.passedMs(), idleMs: timers.idleMs() }
  let stop = timers.after(firstLookMs, look)
  function look(): void {
    const now = { passedMs: timers.passedMs(), idleMs: timers.idleMs() }
    const isIdle = now.idleMs - seen.idleMs >= idleShare * (now.passedMs - seen.passedMs)
    if (isIdle && (leftBytes === null || heap.bytes() - leftBytes >= worthBytes)) {
      heap.collect()
      leftBytes = heap.bytes()
    }
    seen = { passedMs: timers.passedMs(), idleMs: timers.idleMs() }
    stop = timers.after(leftBytes === null ? firstLookMs : lookMs, look)
  }
  return { [Symbol.dispose]: () => stop() }
}
