// The machines and sessions of the picture: read once after each change, and told only when the picture is another one.
import { useMemo, useSyncExternalStore } from 'react'
import type { SessionCard } from '#rooms/sessions/contract.ts'
import type { SkyDevice, SkyShip } from '../core/facts.ts'
import { useCockpitPorts, type CockpitPorts } from './ports.ts'

export type SkyFacts = { readonly devices: readonly SkyDevice[]; readonly ships: readonly SkyShip[] }

/** A heartbeat that moves nothing draws nothing. */
export function useSky(): SkyFacts {
  const ports = useCockpitPorts()
  const store = useMemo(() => readingOf(ports), [ports])
  return useSyncExternalStore(store.subscribe, store.read)
}

function readingOf(ports: CockpitPorts) {
  let kept: { readonly text: string; readonly facts: SkyFacts } | null = null
  let isFresh = false
  const read = (): SkyFacts => {
    if (kept !== null && isFresh) return kept.facts
    const facts = factsOf(ports)
    const text = JSON.stringify(facts)
    if (kept?.text !== text) kept = { text, facts }
    isFresh = true
    return kept.facts
  }
  return {
    read,
    subscribe(listener: () => void) {
      const forget = (): void => {
        isFresh = false
        listener()
      }
      isFresh = false
      const stops = [ports.devices.onChanges(forget), ports.sessions.onChanges(forget)]
      return () => stops.forEach((stop) => stop())
    },
  }
}

function factsOf({ devices, faceOf, sessions, deviceIdOf }: CockpitPorts): SkyFacts {
  return {
    devices: devices.all().map((device) => ({
      id: device.id,
      standing: faceOf(device).standing,
      totalRam: device.total_ram,
      isLocal: device.is_local,
      pairedAt: device.paired_at,
    })),
    ships: sessions
      .all()
      .filter(({ ended_at: endedAt }) => endedAt === null)
      .map((session) => ({
        id: session.id,
        deviceId: deviceIdOf(session),
        state: shipStateOf(session),
        since: session.state_since,
      })),
  }
}

function shipStateOf({ state }: SessionCard): SkyShip['state'] {
  if (state === 'awaiting_review') return 'waiting'
  return state === 'idle' ? 'idle' : 'running'
}
