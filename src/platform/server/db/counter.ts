// Numbers that only grow, across restarts too, without a write for each: they are reserved in blocks, which no two services share.
import type { Database } from './open-database.ts'
import { statement } from './script.ts'

/** A start, and a service that goes on beside others, skips at most this many numbers: two days of frames without a pause. */
const usualBlock = 10_000_000

const raise = statement(
  'INSERT INTO counters (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = counters.value + excluded.value',
)
const read = statement<{ readonly value: number }>('SELECT value FROM counters WHERE name = ?')

export interface Counter {
  /** No number up to this one may have been given by an earlier process of this service; the next is higher. */
  readonly start: number
  /** A number that is higher than all before; it follows the last one, but for where a block ends. Reserves the next block in time. */
  next(): number
}

/** Numbers after `start`, up to `end`. */
type Block = { readonly start: number; readonly end: number }

/** Rejects with `StorageError` when the first block can't be reserved. */
export async function openCounter(database: Database, name: string, blockSize = usualBlock): Promise<Counter> {
  let present = await reserve(database, name, blockSize)
  let following: Block | null = null
  let isAsked = false
  let last = present.start

  function reserveInTime(): void {
    if (isAsked || following !== null || last < present.end - blockSize / 2) return
    isAsked = true
    // On a full disk it is asked for again with the next number; meanwhile half a block is left.
    reserve(database, name, blockSize)
      .then(
        (block) => (following = block),
        () => null,
      )
      .finally(() => (isAsked = false))
  }

  return {
    start: present.start,
    next() {
      if (last >= present.end && following !== null) {
        present = following
        following = null
        last = present.start
      }
      last += 1
      reserveInTime()
      return last
    },
  }
}

async function reserve(database: Database, name: string, size: number): Promise<Block> {
  const done = { end: 0 }
  await database.commits.write({
    *script() {
      yield* raise.run(name, size)
      done.end = (yield* read.first(name))?.value ?? size
    },
    mayUseReserve: true,
  })
  // The number before may be the last of another service: whoever knows that one knows nothing of what follows here.
  return { start: done.end - size + 1, end: done.end }
}
