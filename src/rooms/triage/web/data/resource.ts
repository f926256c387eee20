// Something read by GET that stays true: loaded when first shown, again when told that it changed, never twice at a time.
import { useSyncExternalStore } from 'react'
import type { Result } from '#base/result.ts'
import type { Problem } from '#platform/web/api/problem.ts'
import type { Query } from '#platform/web/api/use-query.ts'

export type Resource<T> = {
  readonly get: () => Query<T>
  readonly subscribe: (listener: () => void) => () => void
  /** Loads again if it is shown, else when it is shown next. What is known stays until the answer. */
  readonly refresh: () => void
  /** Puts in what an answer told already; the next refresh brings the whole truth. */
  readonly learn: (change: (value: T) => T) => void
}

export function createResource<T>(load: () => Promise<Result<T, Problem>>): Resource<T> {
  let query: Query<T> = { kind: 'loading' }
  let isStale = true
  let isLoading = false
  const listeners = new Set<() => void>()
  const show = (next: Query<T>) => {
    query = next
    for (const listener of listeners) listener()
  }
  const settle = async (): Promise<void> => {
    if (isLoading || !isStale || listeners.size === 0) return
    isLoading = true
    isStale = false
    const result = await load()
    isLoading = false
    // Older than what was asked for meanwhile: the next answer counts.
    if (!isStale) show(result.ok ? { kind: 'ready', value: result.value } : { kind: 'refused', problem: result.error })
    return settle()
  }
  return {
    get: () => query,
    subscribe(listener) {
      listeners.add(listener)
      void settle()
      return () => listeners.delete(listener)
    },
    refresh() {
      isStale = true
      void settle()
    },
    learn(change) {
      if (query.kind === 'ready') show({ kind: 'ready', value: change(query.value) })
    },
  }
}

export function useResource<T>(resource: Resource<T>): Query<T> {
  return useSyncExternalStore(resource.subscribe, resource.get)
}

/** The value, or null while there is none. */
export function useLoaded<T>(resource: Resource<T>): T | null {
  const query = useResource(resource)
  return query.kind === 'ready' ? query.value : null
}
