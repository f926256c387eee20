// What the picture is made of.

/** What of a device the picture hangs on. */
export type SkyDevice = {
  readonly id: string
  /** `online`, `unreachable` and so on: the nearer to the middle, the lower its number in `distances`. */
  readonly standing: string
  readonly totalRam: number | null
  readonly isLocal: boolean
  readonly pairedAt: string
}

/** A live session: it circles while it runs, and is docked where it waits for a person or has not begun. */
export type SkyShip = {
  readonly id: string
  /** Null while no device is chosen. */
  readonly deviceId: string | null
  readonly state: 'running' | 'waiting' | 'idle'
  readonly since: string
}
