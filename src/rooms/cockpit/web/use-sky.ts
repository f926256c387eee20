// The machines and sessions of the picture: read once after each change, and told only when the picture is another one.
import { useMemo, useSyncExternalStore } from 'react'
import type { SessionCard } from '#rooms/sessions/contract.ts'
import { chooseNodes } from '../core/choose-nodes.ts'
import { nodeOfPlanet, planetOfNode, type SkyDevice, type SkyShip } from '../core/facts.ts'
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
      const stores = [ports.devices, ports.sessions, ports.nodes]
      const stops = [...stores.map((store) => store.onChanges(forget)), ports.nodesTold.subscribe(forget)]
      return () => stops.forEach((stop) => stop())
    },
  }
}

function factsOf(ports: CockpitPorts): SkyFacts {
  const ships = shipsOf(ports)
  // Until the nodes are told nobody knows which of them are there.
  if (!ports.nodesTold.get()) return { devices: devicesOf(ports), ships: ships.filter(isOfNoNode) }
  return { devices: [...devicesOf(ports), ...nodesOf(ports, ships)], ships }
}

const isOfNoNode = ({ deviceId }: SkyShip): boolean => deviceId === null || nodeOfPlanet(deviceId) === null

function devicesOf({ devices, faceOf }: CockpitPorts): SkyDevice[] {
  return devices.all().map((device) => ({
    id: device.id,
    isNode: false,
    standing: faceOf(device).standing,
    totalRam: device.total_ram,
    isLocal: device.is_local,
    pairedAt: device.paired_at,
  }))
}

function nodesOf({ nodes, nodeFaceOf }: CockpitPorts, ships: readonly SkyShip[]): SkyDevice[] {
  const told = nodes.all().map((node) => ({
    name: node.name,
    isHere: node.is_here,
    isGone: node.standing === 'gone',
    standing: nodeFaceOf(node).standing,
    totalRam: node.total_ram,
  }))
  return chooseNodes(told, ships)
}

function shipsOf({ sessions, deviceIdOf, nodeNameOf }: CockpitPorts): SkyShip[] {
  const living = sessions.all().filter(({ ended_at: endedAt }) => endedAt === null)
  return living.map((session) => {
    const node = nodeNameOf(session)
    return {
      id: session.id,
      deviceId: node === null ? deviceIdOf(session) : planetOfNode(node),
      state: shipStateOf(session),
      since: session.state_since,
    }
  })
}

function shipStateOf({ state }: SessionCard): SkyShip['state'] {
  if (state === 'awaiting_review') return 'waiting'
  return state === 'idle' ? 'idle' : 'running'
}
