// The three columns of the board (specification, 'Board layout'). Which card stands where, its kind says.
import type { ColumnId } from '../contract.ts'

export type BoardColumn = { readonly id: ColumnId; readonly title: string }

export const columns: readonly BoardColumn[] = [
  { id: 'queued', title: 'Queued' },
  { id: 'active', title: 'Active' },
  { id: 'review', title: 'Review' },
]

export function titleOfColumn(wanted: ColumnId): string {
  return columns.find(({ id }) => id === wanted)?.title ?? wanted
}
