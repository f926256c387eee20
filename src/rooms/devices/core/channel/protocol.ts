// Which protocol two sides speak.
import type { ProtocolRange } from '../../contract/keys.ts'

/** The highest that both speak; null when there is none. */
export function commonProtocol(one: ProtocolRange, other: ProtocolRange): number | null {
  const highest = Math.min(one.max, other.max)
  return highest >= Math.max(one.min, other.min) ? highest : null
}

/** Which side is to be updated when `asked` is none of the hub's; null when it is one of them. */
export function sideToUpdate(asked: number, hub: ProtocolRange): 'daemon' | 'hub' | null {
  if (asked < hub.min) return 'daemon'
  return asked > hub.max ? 'hub' : null
}
