// Reads one entity in a component; only a change of that entity renders it again.
import { useCallback, useSyncExternalStore } from 'react'
import type { Entity, EntityStore } from './entity-store.ts'

export function useEntity<T extends Entity>(store: EntityStore<T>, id: string): T | null {
  const subscribe = useCallback((listener: () => void) => store.subscribe(id, listener), [store, id])
  return useSyncExternalStore(subscribe, () => store.get(id))
}
