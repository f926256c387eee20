// One column of a board without lanes: its head and its cards.
import { useId, type ReactNode } from 'react'
import { useValue } from '#platform/web/store/value-store.ts'
import { Skeleton } from '#platform/web/ui/skeleton.tsx'
import type { BoardColumn } from '../../core/columns.ts'
import { CardList } from './card-list.tsx'
import { ColumnHead } from './column-head.tsx'
import { usePorts } from '../ports.ts'

type Props = { readonly column: BoardColumn; readonly isLoaded: boolean; readonly isFiltered: boolean }

export function ColumnView({ column, isLoaded, isFiltered }: Props): ReactNode {
  const headId = useId()
  const { index } = usePorts()
  const keys = useValue(index.columns[column.id])
  return (
    <section
      className="column"
      id={`column-${column.id}`}
      aria-labelledby={headId}
      data-drop={column.id}
      data-column={column.id}
    >
      <ColumnHead column={column} headId={headId} />
      {isLoaded ? null : <Skeleton lines={6} />}
      {isLoaded && keys.length === 0 ? (
        <p className="none meta">{isFiltered ? 'No match here' : emptyWords[column.id]}</p>
      ) : null}
      {keys.length === 0 ? null : <CardList keys={keys} />}
    </section>
  )
}

const emptyWords: Readonly<Record<BoardColumn['id'], string>> = {
  queued: 'Nothing waits to start',
  active: 'Nothing runs',
  review: 'Nothing to look at',
}
