// Changes of tasks: in memory at once, in the tables by the next commit, to the viewers after it; or none of the three.
import type { GroupCommit, Write } from '#platform/server/db/group-commit.ts'
import type { LiveChange } from '#platform/live-kind.ts'
import type { Publish } from '#platform/server/live/kinds.ts'
import type { TaskCard } from '../../contract.ts'
import type { TaskRecord } from '../../core/record.ts'
import type { PendingTasks } from './pending.ts'
import type { HistoryRow, Leaning, SavedCount, SavedSeqs, TaskStore } from './store.ts'
import { above, type TaskIndex } from './task-index.ts'

export type TaskRecordChange = {
  readonly before: TaskRecord | null
  readonly after: TaskRecord
  /** Null: stays as it is. */
  readonly description: string | null
  /** Null for a change that nobody needs to read of. */
  readonly history: Pick<HistoryRow, 'kind' | 'who' | 'changes'> | null
}

export interface TaskLedger {
  /**
   * Resolves after the commit. Rejects with `StorageError`, and then nothing changed: with `BehindError` where it is to be
   * planned anew.
   */
  commit(changes: readonly TaskRecordChange[], at: string): Promise<void>
  /**
   * Takes deleted tasks out for good with their histories; what was linked to them is linked to nothing. Of those that were
   * imported the history goes alone. Rejects with `StorageError`, and then nothing changed.
   */
  forget(deleted: readonly TaskRecord[]): Promise<void>
}

export type TaskLedgerParts = {
  readonly index: TaskIndex
  readonly store: TaskStore
  readonly commits: GroupCommit
  readonly pending: PendingTasks
  readonly publish: Publish<TaskCard>
  /** Called after the commit for a task that became done, or is done no more. */
  readonly onTaskSettled: (taskId: string) => void
}

export const tasksNews = 'tasks'

export function createLedger(parts: TaskLedgerParts): TaskLedger {
  return {
    commit: (changes, at) => parts.commits.write(toWrite(parts, changes, at)),
    forget: (deleted) => parts.commits.write(toForget(parts, deleted)),
  }
}

/** Changes memory at once. */
function toWrite(
  { index, store, pending, publish, onTaskSettled }: TaskLedgerParts,
  planned: readonly TaskRecordChange[],
  at: string,
): Write {
  const leaning = leaningOf(index, planned)
  const touched = new Set<string>()
  const changes = planned.map((change) => {
    const after = nextOf(index, change.after)
    index.put(after)
    for (const id of touchedBy(index, change)) touched.add(id)
    return { ...change, after }
  })
  const counts = [...touched].flatMap((id) => countOf(index, id))
  const tasks = changes.map(({ before, after, description, history }) => ({
    record: after,
    isNew: before === null,
    description,
    history: history === null ? null : { ...history, taskId: after.id, at },
  }))
  const ids = changes.map(({ after }) => after.id)
  const release = pending.hold(ids)
  let seqs: SavedSeqs = new Map()
  return {
    plannedOn: tasksNews,
    *script() {
      seqs = yield* store.save(tasks, { counts, leaning })
    },
    news: () => [{ room: tasksNews, ids }],
    committed() {
      for (const [id, seq] of seqs) renumber(index, id, seq)
      release()
      publish([...touched].flatMap((id) => toFeed(index, id)))
      for (const { before, after } of changes) if (isDone(before) !== isDone(after)) onTaskSettled(after.id)
    },
    undo() {
      for (const { before, after } of changes.toReversed()) {
        if (before === null) index.drop(after.id)
        else index.put(before)
      }
      release()
      // Whoever read or came while the commit waited, as for a lock, has seen what is not so.
      publish([...touched].flatMap((id) => toFeed(index, id)))
    },
  }
}

/** Changes memory at once. */
function toForget({ index, store, pending }: TaskLedgerParts, deleted: readonly TaskRecord[]): Write {
  // The source of an imported task has to stay known: the next import would make it anew.
  const gone = deleted.filter(({ source }) => source === null)
  const linked = gone.flatMap(({ id }) => index.linkedTo(id)).flatMap((id) => index.get(id) ?? [])
  const loose = linked
    .filter((record) => !gone.includes(record))
    .map((record) => nextOf(index, { ...record, parent: null }))
  for (const record of loose) index.put(record)
  for (const { id } of gone) index.drop(id)
  const tasks = loose.map((record) => ({ record, isNew: false, description: null, history: null }))
  const ids = [...gone, ...linked].map(({ id }) => id)
  const release = pending.hold(ids)
  return {
    plannedOn: tasksNews,
    *script() {
      yield* store.save(tasks, { counts: [], leaning: onNothing })
      yield* store.forget(
        gone,
        deleted.map(({ id }) => id),
      )
    },
    news: () => [{ room: tasksNews, ids }],
    committed: release,
    undo() {
      for (const record of [...gone, ...linked]) index.put(record)
      release()
    },
  }
}

/** Of the version after the one in memory. */
function nextOf(index: TaskIndex, record: TaskRecord): TaskRecord {
  return { ...record, version: (index.get(record.id)?.version ?? 0) + 1 }
}

/** A later change of it is on its way with the number that it had. */
function renumber(index: TaskIndex, id: string, seq: number): void {
  const record = index.get(id)
  if (record !== null && record.seq !== seq) index.put({ ...record, seq })
}

const onNothing: Leaning = { records: [], below: new Map() }

/** A new place in the tree was judged by the tasks above it, and a new type by those below, too. */
function leaningOf(index: TaskIndex, changes: readonly TaskRecordChange[]): Leaning {
  const changing = new Set(changes.map(({ after }) => after.id))
  const moved = changes.filter(
    ({ before, after }) =>
      before?.parent !== after.parent || before?.type !== after.type || before?.deleted_at !== after.deleted_at,
  )
  const turned = moved.filter(({ before, after }) => before !== null && before.type !== after.type)
  const below = new Map(turned.map(({ after: { id } }) => [id, index.linkedTo(id)]))
  const around = [...moved.flatMap(({ after }) => above(after.parent, index)), ...[...below.values()].flat()]
  const ids = [...new Set(around)].filter((id) => !changing.has(id))
  return { records: ids.flatMap((id) => index.get(id) ?? []), below }
}

/** The tasks that look different after the change: itself, those above by its place or status, those below by its absence. */
export function touchedBy(index: TaskIndex, { before, after }: Pick<TaskRecordChange, 'before' | 'after'>): string[] {
  if (before !== null && before.deleted_at === after.deleted_at && before.parent === after.parent) {
    const counts = before.status !== after.status
    return counts ? [after.id, ...above(after.parent, index)] : [after.id]
  }
  const appears = before?.deleted_at !== after.deleted_at
  return [
    after.id,
    ...above(after.parent, index),
    ...above(before?.parent ?? null, index),
    ...(appears ? index.linkedTo(after.id) : []),
  ]
}

function countOf(index: TaskIndex, id: string): SavedCount[] {
  const record = index.get(id)
  if (record === null || record.type === 'task') return []
  return [{ id, progress: index.progressOf(id) }]
}

export function toFeed(index: TaskIndex, id: string): LiveChange<TaskCard>[] {
  const record = index.get(id)
  if (record === null || record.deleted_at !== null) return [{ op: 'remove', id, value: null }]
  return [{ op: 'upsert', id, value: index.card(id) }]
}

export const isDone = (record: TaskRecord | null): boolean => record?.status === 'done' && record.deleted_at === null
