// What the middle says, from all machines and sessions.
import { useMemo, useSyncExternalStore } from 'react'
import { roomiest, sayNow } from '../core/say.ts'
import { useCockpitPorts } from './ports.ts'
import type { SkyFacts } from './use-sky.ts'

export function useSaid({ devices, ships }: SkyFacts): string {
  const { devices: store, faceOf } = useCockpitPorts()
  const readRoom = useMemo(
    () => () =>
      roomiest(
        store.all().map((device) => {
          const { standing, free, load } = faceOf(device)
          return { label: device.label, isOnline: standing === 'online', free, load }
        }),
      ),
    [store, faceOf],
  )
  const room = useSyncExternalStore(store.onChanges, readRoom)
  const launchable = devices.filter(({ isNode }) => !isNode)
  return sayNow({
    waiting: ships.filter(({ state }) => state === 'waiting').length,
    running: ships.filter(({ state }) => state === 'running').length,
    devices: launchable.length,
    away: launchable.filter(({ standing }) => standing !== 'online').length,
    room,
  })
}
