// What places and their words take of the window, and whether anything covers anything else.
import {
  middlePx,
  shipsApartPx,
  wordsOf,
  type SkyFrame,
  type SkyLabels,
  type SkyPlace,
  type SkySize,
} from './places.ts'

type SkyBox = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

/** The middle first, then each place and its words. */
export function boxesOf(places: readonly SkyPlace[], { x, y, labels }: Pick<SkyFrame, 'x' | 'y' | 'labels'>): SkyBox[] {
  const middle = { x: x - middlePx.x, y: y - middlePx.y, width: 2 * middlePx.x, height: 2 * middlePx.y }
  return [
    middle,
    ...places.flatMap((place) => {
      const r = place.r + shipsApartPx
      return [{ x: place.x - r, y: place.y - r, width: 2 * r, height: 2 * r }, wordsBox(place, labels)]
    }),
  ]
}

function wordsBox({ x, y, r, words }: SkyPlace, labels: SkyLabels): SkyBox {
  const { from, width, height } = wordsOf[labels]
  const far = r + from
  if (words === 'left' || words === 'right')
    return { x: words === 'left' ? x - far - width : x + far, y: y - height / 2, width, height }
  return { x: x - width / 2, y: words === 'above' ? y - far - height : y + far, width, height }
}

export function isUncrowded(places: readonly SkyPlace[], frame: SkyFrame, size: SkySize): boolean {
  const boxes = boxesOf(places, frame)
  return boxes.every(
    (one, index) => isWithin(one, size) && boxes.slice(index + 1).every((other) => areApart(one, other)),
  )
}

const isWithin = ({ x, y, width, height }: SkyBox, size: SkySize): boolean =>
  x >= 0 && y >= 0 && x + width <= size.width && y + height <= size.height

export const areApart = (one: SkyBox, other: SkyBox): boolean =>
  one.x + one.width <= other.x ||
  other.x + other.width <= one.x ||
  one.y + one.height <= other.y ||
  other.y + other.height <= one.y
