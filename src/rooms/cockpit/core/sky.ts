// The cockpit's picture as functions of data: which machine stands where, and which session circles it or is docked there.
import { chooseDrawn, type SkyGroup } from './choose-drawn.ts'
import { dockShips, type ShipPlaces } from './dock-ships.ts'
import type { SkyDevice, SkyShip } from './facts.ts'
import { placesRound, type SkyFrame, type SkyLabels, type SkyPlace, type SkySize } from './places.ts'
import { isUncrowded } from './words-boxes.ts'

export type PlanetPlace = SkyPlace & { readonly id: string; readonly ships: ShipPlaces }

export type GroupPlace = SkyPlace & SkyGroup

export type Sky = {
  readonly center: { readonly x: number; readonly y: number }
  readonly orbits: readonly { readonly rx: number; readonly ry: number }[]
  /** In reading order: round the middle from the upper left. */
  readonly planets: readonly PlanetPlace[]
  readonly groups: readonly GroupPlace[]
  /** Sessions of no machine that is shown: they are docked at the middle. */
  readonly adrift: readonly string[]
  readonly labels: SkyLabels
}

/** Of an orbit's size: what is heard stands nearest. */
const distances: Readonly<Record<string, number>> = { online: 0.84, outdated: 0.94, unreachable: 0.94 }
const farthest = 1
const mostWithFullLabels = 8
const narrowPx = 960

export function layoutSky(devices: readonly SkyDevice[], ships: readonly SkyShip[], size: SkySize): Sky {
  const { drawn, groups, frame, places } = arrange(devices, ships, size)
  const ofDevice = Map.groupBy(ships, ({ deviceId }) => deviceId)
  const known = new Set(devices.map(({ id }) => id))
  const atIndex = (index: number): SkyPlace => places[index] ?? { x: frame.x, y: frame.y, r: 0, words: 'below' }
  return {
    center: { x: frame.x, y: frame.y },
    orbits: [...new Set(drawn.map(distanceOf))]
      .toSorted((one, other) => one - other)
      .map((distance) => ({ rx: Math.round(frame.rx * distance), ry: Math.round(frame.ry * distance) })),
    planets: drawn.map(({ id }, index) => {
      const place = atIndex(index)
      return { id, ...place, ships: dockShips(ofDevice.get(id) ?? [], place.r) }
    }),
    groups: groups.map((group, index) => ({ ...group, ...atIndex(drawn.length + index) })),
    adrift: ships.filter(({ deviceId }) => deviceId === null || !known.has(deviceId)).map(({ id }) => id),
    labels: frame.labels,
  }
}

/** So many stand round the middle at most; the rest is told in groups. */
export const mostPlanets = 14

type Arranged = {
  readonly drawn: readonly SkyDevice[]
  readonly groups: readonly SkyGroup[]
  readonly frame: SkyFrame
  readonly places: readonly SkyPlace[]
}

/** As many as have room, as large as they may be, with as many words: the first try in which nothing covers anything else. */
function arrange(devices: readonly SkyDevice[], ships: readonly SkyShip[], size: SkySize): Arranged {
  const largest = Math.max(1, ...devices.map(({ totalRam }) => totalRam ?? 0))
  for (let most = mostPlanets; ; most -= 1) {
    const { drawn, groups } = chooseDrawn(devices, ships, most)
    const count = drawn.length + groups.length
    const stand = [
      ...drawn.map((device) => ({ share: shareOf(device, largest), distance: distanceOf(device) })),
      ...groups.map(() => ({ share: 1, distance: distances.online ?? farthest })),
    ]
    for (const { labels, largestR } of triesFor(count, size)) {
      const { frame, places } = placesRound(stand, { size, labels, largestR })
      if (most <= 1 || isUncrowded(places, frame, size)) return { drawn, groups, frame, places }
    }
  }
}

const distanceOf = ({ standing }: SkyDevice): number => distances[standing] ?? farthest

/** Its disc's area tells its memory, down to half of the largest one's width. */
function shareOf({ totalRam }: SkyDevice, largest: number): number {
  const share = totalRam === null ? 0 : Math.sqrt(Math.max(0, totalRam) / largest)
  return 0.5 + 0.5 * Math.min(1, share)
}

type Try = { readonly labels: SkyLabels; readonly largestR: number }

const smallestR = 20
/** The window that the sizes below are meant for; in a larger one planets grow, up to so much. */
const usual = { width: 1080, height: 520 } as const
const mostGrowth = 1.5

function triesFor(count: number, { width, height }: SkySize): Try[] {
  const growth = Math.max(1, Math.min(mostGrowth, width / usual.width, height / usual.height))
  const wanted = (count <= 4 ? 64 : count <= mostWithFullLabels ? 44 : 30) * growth
  const sizes = [1, 0.85, 0.7, 0.55, 0.4].map((part) => Math.round(Math.max(smallestR, wanted * part)))
  const kinds: readonly SkyLabels[] = count <= mostWithFullLabels && width >= narrowPx ? ['full', 'brief'] : ['brief']
  return kinds.flatMap((labels) => sizes.map((largestR) => ({ labels, largestR })))
}
