// What the picture is made of.

/** What of a machine the picture hangs on: of a device, or of another node of this hub. */
export type SkyDevice = {
  /** A device's own, or `planetOfNode`. */
  readonly id: string
  /** Whether it is another node's own machine: nothing is launched on it from here. */
  readonly isNode: boolean
  /** `online`, `unreachable` and so on: the nearer to the middle, the lower its number in `distances`. */
  readonly standing: string
  readonly totalRam: number | null
  readonly isLocal: boolean
  /** Empty for nodes, which stand right after this machine, by name. */
  readonly pairedAt: string
}

/** A live session: it circles while it runs, and is docked where it waits for a person or has not begun. */
export type SkyShip = {
  readonly id: string
  /** The machine that it is on; null while none is chosen. */
  readonly deviceId: string | null
  readonly state: 'running' | 'waiting' | 'idle'
  readonly since: string
}

const nodePrefix = 'node '

/** The id of the planet of a node. */
export function planetOfNode(name: string): string {
  return `${nodePrefix}${name}`
}

/** The node whose planet that is; null for a device's. */
export function nodeOfPlanet(id: string): string | null {
  return id.startsWith(nodePrefix) ? id.slice(nodePrefix.length) : null
}
