// Which card is next to another one, by how the board lies: columns beside each other, lanes below each other.
import type { ColumnId } from '../../contract.ts'
import { columns } from '../../core/columns.ts'
import type { CardKey } from '../../core/keys.ts'

export type ColumnsOfKeys = Readonly<Record<ColumnId, readonly CardKey[]>>
/** A lane with its cards. */
export type LaneOfKeys = ColumnsOfKeys & { readonly id: string }

/** The cards of each column in the order in which they are seen: lane by lane, without folded ones. */
export function orderOf(
  lanes: readonly LaneOfKeys[],
  isFolded: (laneId: string) => boolean,
  ofColumn: (column: ColumnId) => readonly CardKey[],
): ColumnsOfKeys {
  const of = (column: ColumnId): readonly CardKey[] =>
    lanes.length === 0 ? ofColumn(column) : lanes.flatMap((lane) => (isFolded(lane.id) ? [] : lane[column]))
  return { queued: of('queued'), active: of('active'), review: of('review') }
}

/** Null: the card is not on the board. */
export function columnOf(order: ColumnsOfKeys, key: CardKey): ColumnId | null {
  return columns.find(({ id }) => order[id].includes(key))?.id ?? null
}

/** Down or up the column of a card that is on the board. Null at an end. */
export function besideInColumn(order: ColumnsOfKeys, key: CardKey, step: 1 | -1): CardKey | null {
  const column = columnOf(order, key)
  return column === null ? null : (order[column][order[column].indexOf(key) + step] ?? null)
}

/** At the same height in the nearest column on that side that has cards; its last one where it is shorter. */
export function besideInRow(order: ColumnsOfKeys, key: CardKey, step: 1 | -1): CardKey | null {
  const column = columnOf(order, key)
  if (column === null) return null
  const position = order[column].indexOf(key)
  let at = columns.findIndex(({ id }) => id === column) + step
  for (let next = columns[at]; next !== undefined; at += step, next = columns[at]) {
    const keys = order[next.id]
    const found = keys[Math.min(position, keys.length - 1)]
    if (found !== undefined) return found
  }
  return null
}

/** The one after a card, round and round; the first where the card is none of them. */
export function nextAround(keys: readonly CardKey[], key: CardKey | null): CardKey | null {
  const at = key === null ? -1 : keys.indexOf(key)
  return keys[(at + 1) % Math.max(1, keys.length)] ?? null
}
