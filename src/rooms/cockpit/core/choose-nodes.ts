// Which nodes of this hub are planets: the others, as long as they are there or something runs on them.
import { nodeOfPlanet, planetOfNode, type SkyDevice, type SkyShip } from './facts.ts'

/** A node as it was told; `standing` as its face says it. */
export type ToldNode = {
  readonly name: string
  readonly isHere: boolean
  /** Whether it was stopped, or was silent for so long that nobody waits for it. */
  readonly isGone: boolean
  readonly standing: string
  readonly totalRam: number | null
}

/** A session may be of a node that nothing is known of any more: that one is drawn as gone. */
export function chooseNodes(told: readonly ToldNode[], ships: readonly SkyShip[]): SkyDevice[] {
  const withShips = new Set(ships.flatMap(({ deviceId }) => (deviceId === null ? [] : (nodeOfPlanet(deviceId) ?? []))))
  const known = new Set(told.map(({ name }) => name))
  const forgotten = [...withShips].filter((name) => !known.has(name)).map((name) => ({ ...unknown, name }))
  return [...told, ...forgotten]
    .filter(({ name, isHere, isGone }) => !isHere && (!isGone || withShips.has(name)))
    .map(({ name, standing, totalRam }) => ({
      id: planetOfNode(name),
      isNode: true,
      standing,
      totalRam,
      isLocal: false,
      pairedAt: '',
    }))
}

const unknown = { isHere: false, isGone: true, standing: 'offline', totalRam: null }
