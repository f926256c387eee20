// Tasks that other services changed, who share the tables: read as they commit, and told as our own are.
import type { GroupCommit } from '#platform/server/db/group-commit.ts'
import type { Database } from '#platform/server/db/open-database.ts'
import { createReadOthers } from '#platform/server/db/read-others.ts'
import type { Publish } from '#platform/server/live/kinds.ts'
import type { Log } from '#platform/server/log/log.ts'
import type { TaskCard } from '../../contract.ts'
import type { TaskRecord } from '../../core/record.ts'
import { isDone, tasksNews, toFeed, touchedBy } from './ledger.ts'
import type { PendingTasks } from './pending.ts'
import type { LoadedTask, TaskStore } from './store.ts'
import type { TaskIndex } from './task-index.ts'

export interface OtherTasks {
  /** Reads these anew; memory has what was committed before the call. Rejects when they can't be read. */
  catchUp(ids: readonly string[]): Promise<void>
  /** Nobody else changes tasks while `work` goes on. Rejects with what it rejects with, and with `StorageError`. */
  alone<T>(work: () => Promise<T>): Promise<T>
}

export type OtherTasksParts = {
  readonly index: TaskIndex
  readonly store: Pick<TaskStore, 'read' | 'ids' | 'turn'>
  readonly commits: Pick<GroupCommit, 'write'>
  readonly pending: PendingTasks
  readonly publish: Publish<TaskCard>
  readonly onTaskSettled: (taskId: string) => void
}

/** Some hundred kilobytes, and cards in one frame. */
const atOnce = 250

export function createOtherTasks(parts: OtherTasksParts): OtherTasks {
  return {
    async catchUp(ids) {
      for (let from = 0; from < ids.length; from += atOnce) await readAnew(parts, ids.slice(from, from + atOnce))
    },
    async alone(work) {
      const { commits, store } = parts
      await commits.write({ script: store.turn.hold })
      try {
        return await work()
      } finally {
        // A connection that broke has left it by that.
        await commits.write({ script: store.turn.leave }).catch(() => undefined)
      }
    },
  }
}

/** What is changed here meanwhile is read once more after that: a row is newer than memory only where memory stood still. */
async function readAnew(parts: OtherTasksParts, ids: readonly string[]): Promise<void> {
  const { index, store, pending } = parts
  const lookAt = (id: string) => ({ record: index.get(id), mark: index.markOf(id) })
  let left = ids
  while (left.length > 0) {
    await pending.settled(left)
    const before = new Map(left.map((id) => [id, lookAt(id)]))
    const rows = new Map((await store.read(left)).map((row) => [row.record.id, row]))
    const isStill = (id: string): boolean => {
      const now = lookAt(id)
      return !pending.has(id) && now.record === before.get(id)?.record && now.mark === before.get(id)?.mark
    }
    const still = left.filter(isStill)
    left = left.filter((id) => !still.includes(id))
    apply(
      parts,
      still.map((id) => [id, rows.get(id) ?? null]),
    )
  }
}

function apply(parts: OtherTasksParts, rows: readonly (readonly [string, LoadedTask | null])[]): void {
  const { index, publish, onTaskSettled } = parts
  const touched = new Set<string>()
  const settled: string[] = []
  for (const [id, row] of rows) {
    const before = index.get(id)
    if (row !== null && isSame(before, row.record)) {
      if (markAs(index, row)) touched.add(id)
      continue
    }
    const after = row?.record ?? null
    // What stood around one that goes is known as long as it is there.
    const left = before === null ? [] : touchedBy(index, { before, after: { ...before, deleted_at: '' } })
    if (row === null) index.drop(id)
    else {
      index.put(row.record)
      markAs(index, row)
    }
    for (const each of after === null ? left : touchedBy(index, { before, after })) touched.add(each)
    if (isDone(before) !== isDone(after)) settled.push(id)
  }
  publish([...touched].flatMap((id) => toFeed(index, id)))
  for (const id of settled) onTaskSettled(id)
}

function isSame(one: TaskRecord | null, other: TaskRecord): boolean {
  if (one === null) return false
  const [ours, theirs] = [new Map(Object.entries(one)), Object.entries(other)]
  return theirs.every(([name, value]) => ours.get(name) === value)
}

/** Answers whether it is another one. */
function markAs(index: TaskIndex, { record: { id }, mark }: LoadedTask): boolean {
  const { score, lane, rank, lockedLane } = index.markOf(id)
  if (score === mark.score && lane === mark.lane && rank === mark.rank && lockedLane === mark.lockedLane) return false
  index.mark(id, mark)
  return true
}

export type FollowingTasks = {
  readonly database: Pick<Database, 'others'>
  readonly tasks: OtherTasks
  readonly parts: Pick<OtherTasksParts, 'index' | 'store'>
  /** Memory has what there is. */
  readonly loaded: Promise<void>
  readonly log: Log
}

/** Goes on to the end of the service. */
export function followOthers({ database, tasks, parts: { index, store }, loaded, log }: FollowingTasks): void {
  const read = createReadOthers({ log, what: 'tasks that another node changed' })
  void read(() => loaded)
  database.others.follow(tasksNews, {
    hear: (ids) => read(() => tasks.catchUp(ids)),
    missed: () =>
      read(async () => {
        const known = [...index.all(), ...index.deleted()].map(({ id }) => id)
        await tasks.catchUp([...new Set([...known, ...(await store.ids())])])
      }),
  })
}
