// A machine as its planet and its row show it: a device, or another node of this hub.
import { useEntity } from '#platform/web/store/use-entity.ts'
import type { DeviceFace } from '#rooms/devices/web/contract.ts'
import { nodeOfPlanet } from '../core/facts.ts'
import { useCockpitPorts } from './ports.ts'

export type Planet = {
  readonly label: string
  readonly face: DeviceFace
  /** When it was heard last; null for this machine, and before the first time. */
  readonly heard: string | null
  readonly isLocal: boolean
  /** What it can do, the first ones count; a node says that it is one. */
  readonly tags: readonly string[]
  /** Opens its panel. */
  readonly open: () => void
}

/** Null for one that is gone. Renders again when that machine changes, and for nothing else. */
export function usePlanet(id: string): Planet | null {
  const { devices, faceOf, openDevice, nodes, nodeFaceOf, openNode } = useCockpitPorts()
  const name = nodeOfPlanet(id)
  const device = useEntity(devices, name === null ? id : '')
  const node = useEntity(nodes, name ?? '')
  if (name !== null) {
    return {
      label: name,
      face: nodeFaceOf(node),
      heard: node?.last_heartbeat ?? null,
      isLocal: false,
      tags: ['node', ...(node?.capabilities ?? [])],
      open: () => openNode(name),
    }
  }
  if (device === null) return null
  return {
    label: device.label,
    face: faceOf(device),
    heard: device.last_heartbeat,
    isLocal: device.is_local,
    tags: device.tags.length === 0 ? device.capabilities : device.tags,
    open: () => openDevice(id),
  }
}
