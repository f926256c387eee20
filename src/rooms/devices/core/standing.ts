// How a device stands, in the words that the page and the command line share.
import type { Device } from '../contract.ts'

/** `outdated`: it dials, and the two speak no common protocol. `unreachable`: it fell silent without a goodbye. */
export type DeviceStanding = 'online' | 'outdated' | 'unreachable' | 'offline' | 'revoked'

type Told = Pick<Device, 'status' | 'is_unreachable' | 'outdated' | 'last_heartbeat' | 'revoked_at'>

export function standingOf({ status, is_unreachable: isUnreachable, outdated }: Told): DeviceStanding {
  if (outdated !== null) return 'outdated'
  return status === 'offline' && isUnreachable ? 'unreachable' : status
}

/** Since when it is not there; null while it is, and for one that was never heard. */
export function awaySince(device: Told): string | null {
  return device.status === 'online' ? null : (device.revoked_at ?? device.last_heartbeat)
}

/** Whether a release is older than another one, by its three numbers. What is no release is not older. */
export function isOlder(version: string, than: string): boolean {
  const [own, other] = [numbersOf(version), numbersOf(than)]
  if (own === null || other === null) return false
  const at = own.findIndex((number, index) => number !== other[index])
  return at !== -1 && (own[at] ?? 0) < (other[at] ?? 0)
}

function numbersOf(version: string): number[] | null {
  const found = /^v?(\d+)\.(\d+)\.(\d+)/.exec(version)
  return found === null ? null : found.slice(1).map(Number)
}
