// Which devices a filter shows.
import type { Device } from '../contract.ts'

/** Those that have each of the words in their name, host, kind, tags or harnesses. This machine first, then as they were paired. */
export function findDevices(devices: readonly Device[], query: string): Device[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  return devices
    .filter((device) => words.every((word) => textsOf(device).some((text) => text.toLowerCase().includes(word))))
    .toSorted((one, other) => Number(other.is_local) - Number(one.is_local))
}

function textsOf(device: Device): string[] {
  const { label, hostname, private_ip: address, platform, capabilities, installedHarnesses, models } = device
  return [label, hostname, address ?? '', platform, ...capabilities, ...installedHarnesses, ...models]
}
