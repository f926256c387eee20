// Where lanes and cards stand on a board of which only the part in sight is drawn. All in pixels.

export type LaneInput = {
  readonly id: string
  readonly isOpen: boolean
  /** The keys of each shown column, in order. */
  readonly cells: readonly (readonly string[])[]
}

export type CellBox = {
  readonly keys: readonly string[]
  /** The upper edge of each card, from the top of the cell. */
  readonly tops: readonly number[]
  readonly height: number
}

export type LaneBox = {
  readonly id: string
  readonly top: number
  /** Its head and its highest cell. */
  readonly height: number
  readonly cells: readonly CellBox[]
}

export type Measures = {
  readonly head: number
  /** Between cards, and round them. */
  readonly gap: number
  /** An empty cell keeps this height, so that something can be dropped on it. */
  readonly emptyCell: number
  readonly heightOf: (key: string) => number
}

export type BoardLayout = { readonly lanes: readonly LaneBox[]; readonly height: number }

/** `layoutCell` may remember cells: it is asked with the same array as long as a cell holds the same cards. */
export function layoutLanes(
  lanes: readonly LaneInput[],
  measures: Measures,
  cellOf: (keys: readonly string[]) => CellBox = (keys) => layoutCell(keys, measures),
): BoardLayout {
  const boxes: LaneBox[] = []
  let top = 0
  for (const { id, isOpen, cells } of lanes) {
    const drawn = isOpen ? cells.map(cellOf) : []
    const height = measures.head + Math.max(0, ...drawn.map((cell) => cell.height))
    boxes.push({ id, top, height, cells: drawn })
    top += height
  }
  return { lanes: boxes, height: top }
}

export function layoutCell(keys: readonly string[], { gap, emptyCell, heightOf }: Measures): CellBox {
  const tops: number[] = []
  let top = gap
  for (const key of keys) {
    tops.push(top)
    top += heightOf(key) + gap
  }
  return { keys, tops, height: Math.max(emptyCell, top) }
}

/** The half-open range of a sorted list of boxes that touches the window `from` to `to`. */
export function rangeInSight(tops: readonly number[], from: number, to: number): readonly [number, number] {
  const first = Math.max(0, firstAfter(tops, from) - 1)
  return [first, Math.max(first, firstAfter(tops, to))]
}

/** How many begin at or before `edge`. */
function firstAfter(tops: readonly number[], edge: number): number {
  let low = 0
  let high = tops.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((tops[middle] ?? 0) <= edge) low = middle + 1
    else high = middle
  }
  return low
}

/** Where a card stands, from the top of the board; null when no open lane holds it. */
export function topOfCard({ lanes }: BoardLayout, key: string, head: number): number | null {
  for (const lane of lanes) {
    for (const cell of lane.cells) {
      const index = cell.keys.indexOf(key)
      if (index !== -1) return lane.top + head + (cell.tops[index] ?? 0)
    }
  }
  return null
}

/** The first card whose upper edge stands at or below `edge`, in the lane that is there; null where none is. */
export function cardAt(
  { lanes }: BoardLayout,
  edge: number,
  head: number,
): { readonly key: string; readonly top: number } | null {
  const lane = lanes.find(({ top, height }) => top + height > edge)
  if (lane === undefined) return null
  for (const cell of lane.cells) {
    const place = firstAfter(cell.tops, edge - lane.top - head - 1)
    const [key, top] = [cell.keys[place], cell.tops[place]]
    if (key !== undefined && top !== undefined) return { key, top: lane.top + head + top }
  }
  return null
}
