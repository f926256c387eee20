// Places on an orbit round the middle, as far from each other along it, none where the middle itself is in the way.

export type SkySize = { readonly width: number; readonly height: number }

/** `full`: name and numbers stand beside a planet; `brief`: its name above or below it. */
export type SkyLabels = 'full' | 'brief'

/** On which side of a planet its words stand: away from the middle. */
export type WordsSide = 'left' | 'right' | 'above' | 'below'

export type SkyPlace = { readonly x: number; readonly y: number; readonly r: number; readonly words: WordsSide }

/** The middle and the outermost orbit round it. */
export type SkyFrame = {
  readonly x: number
  readonly y: number
  readonly rx: number
  readonly ry: number
  readonly labels: SkyLabels
}

/** How large one is, as a part of the largest, and how far out, as a part of the outermost orbit. */
export type SkyStanding = { readonly share: number; readonly distance: number }

/** Words of a planet: beyond its edge from there on, so large at most. As `sculpture.css` draws them. */
export const wordsOf = {
  full: { from: 36, width: 156, height: 84 },
  brief: { from: 28, width: 124, height: 34 },
} as const satisfies Record<SkyLabels, object>

/** What the middle takes to each side. */
export const middlePx = { x: 112, y: 76 } as const

/** Round a planet, for ships that pass what stands beside it. */
export const shipsApartPx = 12
/** Room for the ships around a planet. */
const shipsPx = 30
/** The first one stands at the upper left. */
const firstAngle = (-157 * Math.PI) / 180
/** Steps in which an orbit is measured. */
const steps = 720

type Round = { readonly size: SkySize; readonly labels: SkyLabels; readonly largestR: number }

export function placesRound(
  all: readonly SkyStanding[],
  round: Round,
): { readonly frame: SkyFrame; readonly places: SkyPlace[] } {
  const frame = frameOf(round)
  const nearest = Math.min(...all.map(({ distance }) => distance))
  const angles = anglesRound({ frame, nearest, r: round.largestR + shipsApartPx }, all.length)
  const places = all.map(({ share, distance }, index): SkyPlace => {
    const angle = angles[index] ?? 0
    const [east, south] = [Math.cos(angle), Math.sin(angle)]
    return {
      x: Math.round(frame.x + east * frame.rx * distance),
      y: Math.round(frame.y + south * frame.ry * distance),
      r: Math.round(round.largestR * share),
      words: frame.labels === 'full' ? (east < 0 ? 'left' : 'right') : south < 0 ? 'above' : 'below',
    }
  })
  return { frame, places }
}

function frameOf({ size: { width, height }, labels, largestR }: Round): SkyFrame {
  const words = wordsOf[labels]
  const around = largestR + shipsPx
  const sideways = labels === 'full' ? largestR + words.from + words.width : Math.max(around, words.width / 2)
  const upright = labels === 'full' ? around : largestR + words.from + words.height
  return {
    x: Math.round(width / 2),
    y: Math.round(height / 2),
    rx: Math.max(0, width / 2 - sideways),
    ry: Math.max(0, height / 2 - upright),
    labels,
  }
}

/** `nearest`: of those that stand there; `r`: of the largest with its room. */
type Orbit = { readonly frame: SkyFrame; readonly nearest: number; readonly r: number }

function anglesRound({ frame: { rx, ry }, nearest, r }: Orbit, count: number): number[] {
  const step = (2 * Math.PI) / steps
  const lengths = Array.from({ length: steps }, (_, index) => {
    const angle = firstAngle + (index + 0.5) * step
    const [x, y] = [Math.cos(angle) * rx, Math.sin(angle) * ry]
    const isInTheWay = Math.abs(x * nearest) < middlePx.x + r && Math.abs(y * nearest) < middlePx.y + r
    return isInTheWay ? 0 : Math.hypot(rx * Math.sin(angle), ry * Math.cos(angle)) * step
  })
  const whole = lengths.reduce((sum, length) => sum + length, 0)
  const angles: number[] = []
  let passed = 0
  for (const [index, length] of lengths.entries()) {
    // Nobody stands where there is no length.
    const due = length === 0 ? 0 : Math.min(count, Math.floor((passed * count) / whole) + 1)
    while (angles.length < due) angles.push(firstAngle + index * step)
    passed += length
  }
  return angles
}
