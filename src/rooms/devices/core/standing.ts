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
