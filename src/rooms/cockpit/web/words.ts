// What the cockpit says of a machine, for eyes and for readers.
import type { DeviceFace } from '#rooms/devices/web/contract.ts'

/** `online`, `needs update`. */
export function standingWords(standing: string): string {
  return standing === 'outdated' ? 'need an update' : standing
}

/** `atlas, online, 41 of 64 GiB free, load 32 %, 3 sessions`. */
export function nameOfPlanet(label: string, { said, memory, loadWords }: DeviceFace, sessions: number): string {
  const counted = sessions === 0 ? 'no sessions' : sessions === 1 ? '1 session' : `${sessions} sessions`
  const parts = [label, said.toLowerCase(), memory, loadWords === null ? null : `load ${loadWords}`, counted]
  return parts.filter((part) => part !== null).join(', ')
}
