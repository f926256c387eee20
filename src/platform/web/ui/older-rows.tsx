// What a component needs to show a list that goes on: its rows, and the button that brings older ones.
import { useEffect, useState, type ReactNode } from 'react'
import { createPagedList, type RowPage, type Paged, type PagedListParts } from '../store/paged-list.ts'
import { useValue } from '../store/value-store.ts'
import { Button } from './button.tsx'
import { ProblemView } from './problem-view.tsx'

export type PagedRows<T> = Paged<T> & { readonly loadOlder: () => Promise<void> }

/** `first` is the beginning of the list as it is now; its rows are the same array until they change. One list a mount. */
export function usePagedRows<T>({ rows, next }: RowPage<T>, parts: PagedListParts<T>): PagedRows<T> {
  const [list] = useState(() => createPagedList(parts, { rows, next }))
  useEffect(() => list.takeFirst({ rows, next }), [list, rows, next])
  return { ...useValue(list.state), loadOlder: list.loadOlder }
}

type OlderProps = {
  readonly label: string
  readonly list: Pick<PagedRows<unknown>, 'next' | 'isLoading' | 'problem' | 'loadOlder'>
}

/** Nothing at the end of the list. */
export function OlderRows({ label, list }: OlderProps): ReactNode {
  const { next, isLoading, problem, loadOlder } = list
  const load = () => void loadOlder()
  if (problem !== null) return <ProblemView problem={problem} onRetry={load} />
  return next === null ? null : <Button look="quiet" isSmall label={label} aria-disabled={isLoading} onClick={load} />
}
