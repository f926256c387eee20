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
  /** Below the last card and the gap after it; a cell of few cards is higher than that. */
  readonly bottom: number
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

/** What a cell is asked by: the same array of keys as long as it holds the same cards, and where it stands. */
export type CellAsked = { readonly keys: readonly string[]; readonly lane: string; readonly column: number }

/** `cellOf` may remember cells. */
export function layoutLanes(
  lanes: readonly LaneInput[],
  measures: Measures,
  cellOf: (asked: CellAsked) => CellBox = ({ keys }) => layoutCell(keys, measures),
): BoardLayout {
  const boxes: LaneBox[] = []
  let top = 0
  for (const { id, isOpen, cells } of lanes) {
    const drawn = isOpen ? cells.map((keys, column) => cellOf({ keys, lane: id, column })) : []
    const height = measures.head + Math.max(0, ...drawn.map((cell) => cell.height))
    boxes.push({ id, top, height, cells: drawn })
    top += height
  }
  return { lanes: boxes, height: top }
}

/** Cards that stood in the cell `before`, in the same order from its top or its end, stay as high as they were. */
export function layoutCell(keys: readonly string[], { gap, emptyCell, heightOf }: Measures, before?: CellBox): CellBox {
  const known = before ?? { keys: [], tops: [], bottom: gap, height: emptyCell }
  const [above, below] = alike(known.keys, keys)
  const topOf = (place: number): number => known.tops[place] ?? known.bottom
  const tops = known.tops.slice(0, above)
  let top = topOf(above)
  for (let place = above; place < keys.length - below; place += 1) {
    tops.push(top)
    top += heightOf(keys[place] ?? '') + gap
  }
  const end = known.keys.length
  const shift = top - topOf(end - below)
  for (let place = end - below; place < end; place += 1) tops.push(topOf(place) + shift)
  const bottom = known.bottom + shift
  return { keys, tops, bottom, height: Math.max(emptyCell, bottom) }
}

/** How many are the same from the first one on, and of the rest from the last one back. */
function alike(before: readonly string[], after: readonly string[]): readonly [above: number, below: number] {
  const most = Math.min(before.length, after.length)
  let above = 0
  while (above < most && before[above] === after[above]) above += 1
  let below = 0
  while (below < most - above && before[before.length - 1 - below] === after[after.length - 1 - below]) below += 1
  return [above, below]
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
