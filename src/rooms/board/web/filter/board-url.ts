// What of the board stands in the address: the filters, and on a phone the column.
import { useCallback, useMemo } from 'react'
import { useSearch } from 'wouter'
import { setParameters } from '#platform/web/shell/parameters.ts'
import type { TaskPriority, TaskType } from '#rooms/tasks/contract.ts'
import type { ColumnId } from '../../contract.ts'
import { columns } from '../../core/columns.ts'
import { parseWords, type BoardFilter } from '../../core/filter.ts'

export const typeChoices: readonly TaskType[] = ['epic', 'story', 'task']
export const priorityChoices: readonly TaskPriority[] = ['P1', 'P2', 'P3', 'P4']

/** The filters by their names in the address. */
export const filterNames = ['q', 'type', 'priority', 'needs'] as const
type FilterName = (typeof filterNames)[number]

export type FilterFields = {
  readonly text: string
  readonly filter: BoardFilter
  /** An empty value takes the filter away. */
  readonly set: (name: FilterName, value: string) => void
  readonly clear: () => void
}

export function useFilterFields(): FilterFields {
  const search = useSearch()
  const set = useCallback((name: FilterName, value: string) => setParameters({ [name]: value }), [])
  const clear = useCallback(() => setParameters({ q: '', type: '', priority: '', needs: '' }), [])
  return useMemo(() => {
    const given = new URLSearchParams(search)
    const text = given.get('q') ?? ''
    const filter = {
      words: parseWords(text),
      type: typeChoices.find((type) => type === given.get('type')) ?? null,
      priority: priorityChoices.find((priority) => priority === given.get('priority')) ?? null,
      needsOnly: given.get('needs') === '1',
    }
    return { text, filter, set, clear }
  }, [search, set, clear])
}

/** Whether any filter of the address may hide cards. */
export function hasFilter(): boolean {
  const search = new URLSearchParams(location.search)
  return filterNames.some((name) => search.has(name))
}

/** The column shown where only one fits; null before one was chosen. */
export function useShownColumn(): readonly [ColumnId | null, (column: ColumnId) => void] {
  const wanted = new URLSearchParams(useSearch()).get('col')
  const set = useCallback((next: ColumnId) => setParameters({ col: next }), [])
  return [columns.find(({ id }) => id === wanted)?.id ?? null, set]
}
