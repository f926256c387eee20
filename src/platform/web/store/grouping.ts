// Groups the entities of a store by one of their fields, such as sessions by the task they work on.
import { useCallback, useSyncExternalStore } from 'react'
import type { Entity, EntityStore } from './entity-store.ts'

export type Grouping = {
  /** The ids of a group, in the order in which they joined; the same array until the group changes. */
  readonly get: (group: string) => readonly string[]
  readonly subscribe: (group: string, listener: () => void) => () => void
}

const nobody: readonly string[] = []

/** `groupOf` answers null for what belongs to none. Made before other listeners, it is in step when they are told. */
export function createGrouping<T extends Entity>(
  store: EntityStore<T>,
  groupOf: (value: T) => string | null,
): Grouping {
  const groups = new Map<string, readonly string[]>()
  const listeners = new Map<string, Set<() => void>>()
  const change = (group: string | null, edit: (ids: readonly string[]) => readonly string[]) => {
    if (group === null) return
    const next = edit(groups.get(group) ?? nobody)
    if (next.length === 0) groups.delete(group)
    else groups.set(group, next)
  }
  for (const value of store.all()) change(groupOf(value), (ids) => [...ids, value.id])
  store.onChanges((changes) => {
    const touched = new Set<string>()
    for (const { id, before, after } of changes) {
      const from = before === null ? null : groupOf(before)
      const to = after === null ? null : groupOf(after)
      if (from === to) continue
      change(from, (ids) => ids.filter((other) => other !== id))
      change(to, (ids) => [...ids, id])
      for (const group of [from, to]) if (group !== null) touched.add(group)
    }
    for (const group of touched) for (const listener of listeners.get(group) ?? []) listener()
  })
  return {
    get: (group) => groups.get(group) ?? nobody,
    subscribe(group, listener) {
      const set = listeners.get(group) ?? new Set()
      listeners.set(group, set.add(listener))
      return () => {
        set.delete(listener)
        if (set.size === 0 && listeners.get(group) === set) listeners.delete(group)
      }
    },
  }
}

/** Renders again when the group gains or loses somebody. */
export function useGroup(grouping: Grouping, group: string): readonly string[] {
  const subscribe = useCallback((listener: () => void) => grouping.subscribe(group, listener), [grouping, group])
  return useSyncExternalStore(subscribe, () => grouping.get(group))
}
