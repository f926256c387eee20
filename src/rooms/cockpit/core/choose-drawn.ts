// Which machines are drawn by themselves where there are more than have room: those that have something to say.
import type { SkyDevice, SkyShip } from './facts.ts'

/** Machines of one standing that are told as a number; the list names each. */
export type SkyGroup = { readonly standing: string; readonly ids: readonly string[] }

/** Those that are drawn, in an order that no news changes while all of them have room; this machine first. */
export function chooseDrawn(
  devices: readonly SkyDevice[],
  ships: readonly SkyShip[],
  most: number,
): { readonly drawn: readonly SkyDevice[]; readonly groups: readonly SkyGroup[] } {
  const inOrder = devices.toSorted(byAge)
  if (inOrder.length <= most) return { drawn: inOrder, groups: [] }
  const weights = new Map(inOrder.map((device) => [device.id, weightOf(device, ships)]))
  const wanted = inOrder.toSorted((one, other) => (weights.get(other.id) ?? 0) - (weights.get(one.id) ?? 0))
  // The groups need places, too: one for each standing at most.
  const standings = new Set(devices.map(({ standing }) => standing))
  const chosen = new Set(wanted.slice(0, Math.max(1, most - standings.size)).map(({ id }) => id))
  const rest = Map.groupBy(
    inOrder.filter(({ id }) => !chosen.has(id)),
    ({ standing }) => standing,
  )
  return {
    drawn: inOrder.filter(({ id }) => chosen.has(id)),
    groups: [...rest].map(([standing, members]) => ({ standing, ids: members.map(({ id }) => id) })),
  }
}

function byAge(one: SkyDevice, other: SkyDevice): number {
  if (one.isLocal !== other.isLocal) return one.isLocal ? -1 : 1
  if (one.pairedAt !== other.pairedAt) return one.pairedAt < other.pairedAt ? -1 : 1
  return one.id < other.id ? -1 : 1
}

/** Who waits for a person, then this machine, then who fell silent, then who works; the largest of equal ones. */
function weightOf({ id, isLocal, standing, totalRam }: SkyDevice, ships: readonly SkyShip[]): number {
  const own = ships.filter(({ deviceId }) => deviceId === id)
  const waits = own.some(({ state }) => state === 'waiting') ? 16 : 0
  const works = own.length > 0 ? 2 : 0
  const silent = standing === 'unreachable' ? 4 : 0
  return waits + (isLocal ? 8 : 0) + silent + works + (totalRam === null ? 0 : 1 - 1 / (1 + totalRam / 2 ** 34))
}
