// The tasks that were done lately, newest first: they have left the columns, and stand at the foot of Review.
import { dayMs, fromIso } from '#base/time.ts'
import type { EntityStore } from '#platform/web/store/entity-store.ts'
import { createValue, type ValueStore } from '#platform/web/store/value-store.ts'
import type { TaskCard } from '../contract.ts'

/** A week is what a person looks back on; older ones are found by searching. */
const shownMs = 7 * dayMs

/** The ids of those that were done within a week, kept in step with the store. Made before the store is filled. */
export function createDoneTasks(store: EntityStore<TaskCard>, nowMs: () => number): ValueStore<readonly string[]> {
  const doneAt = new Map<string, Done>()
  const ids = createValue<readonly string[]>([])
  store.onChanges((changes) => {
    let isOther = false
    for (const { id, before, after } of changes) {
      const at = after?.done_at ?? null
      if (at === (before?.done_at ?? null)) continue
      isOther = true
      if (at === null) doneAt.delete(id)
      else doneAt.set(id, { id, atMs: fromIso(at) })
    }
    if (!isOther) return
    const oldest = nowMs() - shownMs
    const fresh = [...doneAt.values()].filter(({ atMs }) => atMs > oldest)
    ids.set(fresh.toSorted((a, b) => b.atMs - a.atMs).map(({ id }) => id))
  })
  return ids
}

type Done = { readonly id: string; readonly atMs: number }
