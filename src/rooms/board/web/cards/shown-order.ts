// The cards of each column in the order in which they are seen.
import { collapsedLanes } from '../lanes/collapsed-lanes.ts'
import type { BoardIndex } from '../places/board-index.ts'
import { orderOf, type ColumnsOfKeys } from './card-steps.ts'

const isFolded = (lane: string): boolean => collapsedLanes.get().has(lane)

export function shownOrder(index: BoardIndex): ColumnsOfKeys {
  return orderOf(index.lanes.get(), isFolded, (column) => index.columns[column].get())
}
