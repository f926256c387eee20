// The columns that triage keeps on tasks: in memory, in the table and at the viewers, as every other change of a task.
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { dialectOf } from '#platform/server/db/dialect.ts'
import type { Write } from '#platform/server/db/group-commit.ts'
import type { Database } from '#platform/server/db/open-database.ts'
import type { News } from '#platform/server/db/news.ts'
import { pause, statement, type Script } from '#platform/server/db/script.ts'
import type { Publish } from '#platform/server/live/kinds.ts'
import type { PlacedTask, TaskCard } from '../../contract.ts'
import { tasksNews } from './ledger.ts'
import type { PendingTasks } from './pending.ts'
import type { TaskIndex } from './task-index.ts'

export interface TriageColumns {
  /** Null for a task that is unknown or deleted. */
  card(id: string): TaskCard | null
  /** Makes every card in portions, with the event loop free between them: who asks for all of them next has them at once. */
  prepareCards(): Promise<void>
  /** The beginnings of descriptions, by id; tasks without one are left out. The event loop is free between portions. */
  descriptions(ids: readonly string[], length: number): Promise<ReadonlyMap<string, string>>
  /**
   * Locks a task at a lane, or unlocks it with null: in memory at once, in the table by the write that this answers and
   * that its caller commits, at the viewers after it. The task must be there.
   */
  lock(id: string, lane: string | null): Write
  /** Writes places as part of a long write, a few between two pauses. Memory follows by `placed`, called after the commit. */
  place(places: readonly PlacedTask[]): Script
  /** What that write tells other services. */
  newsOf(places: readonly PlacedTask[]): readonly News[]
  /** Memory at once; resolves when every viewer was told, in portions. */
  placed(places: readonly PlacedTask[]): Promise<void>
}

/** So many descriptions are read, and so many cards sent, in one turn of the event loop: a few milliseconds each. */
const portion = 250
/** A row takes some microseconds, and a look at the clock after each as long again. */
const rowsAStep = 16
/** Some tens of kilobytes in one statement. */
const rowsTogether = 500
/** Cards in a second frame leave the first one time to be sent. */
const portionPauseMs = 20

export type TriageColumnsParts = {
  readonly index: TaskIndex
  readonly read: Database['read']
  readonly pending: PendingTasks
  readonly publish: Publish<TaskCard>
}

const lockTask = statement('UPDATE tasks SET score_locked = ?, locked_lane = ? WHERE id = ?')
const placeTask = statement('UPDATE tasks SET current_score = ?, current_lane = ?, current_rank = ? WHERE seq = ?')
/** PostgreSQL's alone. */
const placeTasks =
  statement(`UPDATE tasks SET current_score = place.score, current_lane = place.lane, current_rank = place.rank
  FROM json_to_recordset(CAST(? AS JSON)) AS place (seq BIGINT, score DOUBLE PRECISION, lane TEXT, rank BIGINT)
  WHERE tasks.seq = place.seq`)

export function createTriageColumns({ index, read, pending, publish }: TriageColumnsParts): TriageColumns {
  const tell = (ids: readonly string[]): void =>
    publish(
      ids.filter((id) => index.live(id) !== null).map((id) => ({ op: 'upsert', id, value: index.card(id) }) as const),
    )
  return {
    card: (id) => (index.live(id) === null ? null : index.card(id)),
    async prepareCards() {
      for (const [count, { id }] of index.all().entries()) {
        if (index.live(id) !== null) index.card(id)
        if (count % portion === portion - 1) await turn()
      }
    },
    descriptions: (ids, length) => readDescriptions({ index, read }, ids, length),
    lock(id, lane) {
      const before = index.markOf(id).lockedLane
      index.mark(id, { lockedLane: lane })
      const release = pending.hold([id])
      return {
        news: () => newsOf([id]),
        *script() {
          yield* lockTask.run(lane === null ? 0 : 1, lane, id)
        },
        committed() {
          release()
          tell([id])
        },
        undo() {
          index.mark(id, { lockedLane: before })
          release()
          tell([id])
        },
      }
    },
    place: (places) => (dialectOf(read) === 'sqlite' ? placeEach(index, places) : placeTogether(index, places)),
    newsOf: (places) => newsOf(places.map(({ id }) => id)),
    async placed(places) {
      for (const { id, score, lane, rank } of places) index.mark(id, { score, lane, rank })
      for (let from = 0; from < places.length; from += portion) {
        if (from > 0) await wait(portionPauseMs)
        tell(places.slice(from, from + portion).map(({ id }) => id))
      }
    },
  }
}

const newsOf = (ids: readonly string[]): readonly News[] => (ids.length === 0 ? [] : [{ room: tasksNews, ids }])

function* placeEach(index: TaskIndex, places: readonly PlacedTask[]): Script {
  for (const [count, { id, score, lane, rank }] of places.entries()) {
    const record = index.get(id)
    if (record !== null) yield* placeTask.run(score, lane, rank, record.seq)
    if (count % rowsAStep === 0) yield pause
  }
}

/** Each statement is a way over the network, and other writes wait for the last one. */
function* placeTogether(index: TaskIndex, places: readonly PlacedTask[]): Script {
  const rows = places.flatMap(({ id, score, lane, rank }) => {
    const record = index.get(id)
    return record === null ? [] : [{ seq: record.seq, score, lane, rank }]
  })
  for (let from = 0; from < rows.length; from += rowsTogether) {
    yield* placeTasks.run(JSON.stringify(rows.slice(from, from + rowsTogether)))
    yield pause
  }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** By number, which is the order on the disk. */
async function readDescriptions(
  { index, read }: Pick<TriageColumnsParts, 'index' | 'read'>,
  ids: readonly string[],
  length: number,
): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const numbers = ids.flatMap((id) => index.live(id)?.seq ?? []).toSorted((one, other) => one - other)
  for (let from = 0; from < numbers.length; from += portion) {
    const rows = await read
      .selectFrom('tasks')
      .select(['id', sql<string>`substr(description, 1, ${length})`.as('text')])
      .where('seq', 'in', numbers.slice(from, from + portion))
      .where('description', '!=', '')
      .execute()
    for (const { id, text } of rows) found.set(id, text)
    // The driver answers without ever leaving the turn.
    await turn()
  }
  return found
}
