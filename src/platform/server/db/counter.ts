// Numbers that only grow, across restarts too, without a write for each: they are reserved in blocks.
import type { Database } from './open-database.ts'
import { statement } from './script.ts'

/** A restart skips at most this many numbers. */
const blockSize = 100_000

const raise = statement(
  `INSERT INTO counters (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET
     value = CASE WHEN counters.value < excluded.value THEN excluded.value ELSE counters.value END`,
)

export interface Counter {
  /** No number up to this one may have been given by an earlier process; the next is higher. */
  readonly start: number
  /** Told each number in use: reserves the next block well before the present one ends. */
  use(value: number): void
}

/** Rejects with `StorageError` when the first block can't be reserved. */
export async function openCounter(database: Database, name: string): Promise<Counter> {
  const row = await database.read.selectFrom('counters').select('value').where('name', '=', name).executeTakeFirst()
  const start = row?.value ?? 0
  let reserved = start + blockSize
  await reserve(database, name, reserved)
  return {
    start,
    use(value) {
      if (value < reserved - blockSize / 2) return
      reserved += blockSize
      // On a full disk the next block is asked for again; meanwhile half a block is left.
      reserve(database, name, reserved).catch(() => {
        reserved -= blockSize
      })
    },
  }
}

function reserve(database: Database, name: string, value: number): Promise<void> {
  return database.commits.write({
    *script() {
      yield* raise.run(name, value)
    },
    mayUseReserve: true,
  })
}
