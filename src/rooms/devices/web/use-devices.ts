// Reads devices in components; only a change of what is read renders again.
import { useCallback, useSyncExternalStore } from 'react'
import { useEntity } from '#platform/web/store/use-entity.ts'
import type { Device } from '../contract.ts'
import { devices } from './device-store.ts'

export function useDevice(id: string): Device | null {
  return useEntity(devices, id)
}

/** The ids of those that `choose` takes, in its order. `choose` must be stable. */
export function useDeviceIds(choose: (all: readonly Device[]) => readonly Device[]): readonly string[] {
  const read = useCallback(
    () =>
      choose(devices.all())
        .map(({ id }) => id)
        .join(' '),
    [choose],
  )
  return useSyncExternalStore(devices.onChanges, read).split(' ').filter(Boolean)
}
