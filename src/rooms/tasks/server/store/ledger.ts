// Changes of tasks: in memory at once, in the tables by the next commit, to the viewers after it; or none of the three.
import type { GroupCommit } from '#platform/server/db/group-commit.ts'
import type { LiveChange } from '#platform/live-kind.ts'
import type { Publish } from '#platform/server/live/kinds.ts'
import type { TaskCard } from '../../contract.ts'
import type { TaskRecord } from '../../core/record.ts'
import type { HistoryRow, SavedCount, TaskStore } from './store.ts'
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
  /** Resolves after the commit. Rejects with `StorageError`, and then nothing changed. */
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
  readonly publish: Publish<TaskCard>
  /** Called after the commit for a task that became done, or is done no more. */
  readonly onTaskSettled: (taskId: string) => void
}

export function createLedger({ index, store, commits, publish, onTaskSettled }: TaskLedgerParts): TaskLedger {
  return {
    commit(changes, at) {
      const touched = new Set<string>()
      for (const change of changes) {
        index.put(change.after)
        for (const id of touchedBy(index, change)) touched.add(id)
      }
      const counts = [...touched].flatMap((id) => countOf(index, id))
      const tasks = changes.map(({ after, description, history }) => ({
        record: after,
        description,
        history: history === null ? null : { ...history, taskId: after.id, at },
      }))
      return commits.write({
        script: () => store.save(tasks, counts),
        committed() {
          publish([...touched].flatMap((id) => toFeed(index, id)))
          for (const { before, after } of changes) if (isDone(before) !== isDone(after)) onTaskSettled(after.id)
        },
        undo() {
          for (const { before, after } of changes.toReversed()) {
            if (before === null) index.drop(after.id)
            else index.put(before)
          }
          // Whoever read or came while the commit waited, as for a lock, has seen what is not so.
          publish([...touched].flatMap((id) => toFeed(index, id)))
        },
      })
    },
    forget(deleted) {
      // The source of an imported task has to stay known: the next import would make it anew.
      const gone = deleted.filter(({ source }) => source === null)
      const linked = gone.flatMap(({ id }) => index.linkedTo(id)).flatMap((id) => index.get(id) ?? [])
      const loose = linked.filter((record) => !gone.includes(record)).map((record) => ({ ...record, parent: null }))
      for (const record of loose) index.put(record)
      for (const { id } of gone) index.drop(id)
      const tasks = loose.map((record) => ({ record, description: null, history: null }))
      return commits.write({
        *script() {
          yield* store.save(tasks, [])
          yield* store.forget(
            gone.map(({ seq }) => seq),
            deleted.map(({ id }) => id),
          )
        },
        undo() {
          for (const record of [...gone, ...linked]) index.put(record)
        },
      })
    },
  }
}

/** The tasks that look different after the change: itself, those above by its place or status, those below by its absence. */
function touchedBy(index: TaskIndex, { before, after }: TaskRecordChange): string[] {
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
  return [{ seq: record.seq, progress: index.progressOf(id) }]
}

function toFeed(index: TaskIndex, id: string): LiveChange<TaskCard>[] {
  const record = index.get(id)
  if (record === null || record.deleted_at !== null) return [{ op: 'remove', id, value: null }]
  return [{ op: 'upsert', id, value: index.card(id) }]
}

const isDone = (record: TaskRecord | null): boolean => record?.status === 'done' && record.deleted_at === null
