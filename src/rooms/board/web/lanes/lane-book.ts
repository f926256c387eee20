// Where lanes stand by the known heights of their cards. Of a cell that changed, those cards are placed anew that came or
// changed their order; one of whose cards turned out to have another height, as a whole. What did not change is the same value.
import type { CardKey } from '../../core/keys.ts'
import {
  cardAt,
  layoutCell,
  layoutLanes,
  topOfCard,
  type BoardLayout,
  type CellAsked,
  type CellBox,
  type LaneBox,
  type LaneInput,
  type Measures,
} from '../../core/lane-layout.ts'
import type { CardSize } from './card-watch.ts'

/** Between cards, and the least height of a cell in which something can be dropped, in pixels. */
const gap = 8
const emptyCell = 44

type Reading = { readonly layout: BoardLayout; readonly head: number; readonly scrolled: number }

export class LaneBook {
  readonly #heightOf: (key: CardKey) => number
  /** Cells as they were laid out; one whose card has another height is taken out. */
  #cells = new WeakMap<readonly string[], CellBox>()
  /** What stood last in each column of each lane. */
  readonly #last = new Map<string, CellBox[]>()
  #lanes = new Map<string, LaneBox>()
  /** The height by which each card was placed: a later state of it may have another. */
  readonly #placed = new Map<CardKey, number>()
  #anchor: { readonly key: CardKey; readonly top: number } | null = null

  constructor(heightOf: (key: CardKey) => number) {
    this.#heightOf = heightOf
  }

  /** A cell is known by its list of keys, which is the same list as long as it holds the same cards. */
  layOut(lanes: readonly LaneInput[], head: number): BoardLayout {
    const heightOf = (key: CardKey): number => {
      const height = this.#heightOf(key)
      this.#placed.set(key, height)
      return height
    }
    const measures: Measures = { head, gap, emptyCell, heightOf }
    const { lanes: boxes, height } = layoutLanes(lanes, measures, (asked) => this.#cellOf(asked, measures))
    const kept = boxes.map((box) => sameOr(this.#lanes.get(box.id), box))
    this.#lanes = new Map(kept.map((box) => [box.id, box]))
    return { lanes: kept, height }
  }

  #cellOf({ keys, lane, column }: CellAsked, measures: Measures): CellBox {
    const last = this.#last.get(lane) ?? []
    const cell = this.#cells.get(keys) ?? layoutCell(keys, measures, last[column])
    last[column] = cell
    this.#last.set(lane, last)
    this.#cells.set(keys, cell)
    return cell
  }

  /** Takes in how high cards are; answers whether one of them was placed by another height, so that all has to be laid out anew. */
  takeSizes(sizes: readonly CardSize[], { layout, head, scrolled }: Reading): boolean {
    const changed = new Set(sizes.flatMap(({ key, height }) => (this.#placed.get(key) === height ? [] : key)))
    if (changed.size === 0) return false
    for (const lane of layout.lanes) {
      for (const { keys } of lane.cells) {
        if (!keys.some((key) => changed.has(key))) continue
        this.#cells.delete(keys)
        this.#last.delete(lane.id)
      }
    }
    this.#anchor = scrolled > 0 ? cardAt(layout, scrolled, head) : null
    return true
  }

  /** What was measured holds no longer: with the next layout all cells are laid out by what is known then. */
  forget(): void {
    this.#cells = new WeakMap()
    this.#last.clear()
  }

  /**
   * By how much the board has to be scrolled, so that what a person reads stays where it is while cards above it turn out
   * higher or lower than guessed. Answered once for each time that sizes were taken in.
   */
  shift(layout: BoardLayout, head: number): number {
    const before = this.#anchor
    this.#anchor = null
    const top = before === null ? null : topOfCard(layout, before.key, head)
    return before === null || top === null ? 0 : top - before.top
  }
}

/** The known one where it is equal, so that a lane that nothing happened to is not drawn again. */
function sameOr(known: LaneBox | undefined, box: LaneBox): LaneBox {
  if (known?.top !== box.top || known.height !== box.height || known.cells.length !== box.cells.length) return box
  return known.cells.every((cell, column) => cell === box.cells[column]) ? known : box
}
