// One column: its name, its counts by state, its cards.
import { useId, type ReactNode } from 'react'
import { useValue } from '#platform/web/store/value-store.ts'
import { formatCount } from '#platform/web/time/format.ts'
import { Dot } from '#platform/web/ui/dot.tsx'
import { wordsForState } from '#platform/web/ui/dots.ts'
import { Skeleton } from '#platform/web/ui/skeleton.tsx'
import type { Column } from '../core/columns.ts'
import { CardList } from './card-list.tsx'
import { usePorts } from './ports.ts'

type Props = { readonly column: Column; readonly isLoaded: boolean; readonly isFiltered: boolean }

export function ColumnView({ column, isLoaded, isFiltered }: Props): ReactNode {
  const headId = useId()
  const { index } = usePorts()
  const ids = useValue(index.columns[column.id])
  return (
    <section className="column" id={`column-${column.id}`} aria-labelledby={headId}>
      <header className="wide">
        <h2 id={headId}>{column.title}</h2>
        <span className="dim">{formatCount(ids.length)}</span>
        <Tally column={column} />
      </header>
      {isLoaded ? null : <Skeleton lines={6} />}
      {isLoaded && ids.length === 0 ? (
        <p className="none meta">{isFiltered ? 'No match here' : emptyWords[column.id]}</p>
      ) : null}
      {ids.length === 0 ? null : <CardList column={column.id} ids={ids} />}
    </section>
  )
}

const emptyWords: Readonly<Record<Column['id'], string>> = {
  queued: 'Nothing waits to start',
  active: 'Nothing runs',
  review: 'Nothing to look at',
}

function Tally({ column }: { readonly column: Column }): ReactNode {
  const { index } = usePorts()
  const tally = useValue(index.tallies[column.id])
  const states = column.sessionStates.filter((state) => (tally[state] ?? 0) > 0)
  if (states.length === 0) return null
  return (
    <span className="tally meta push">
      {states.map((state) => (
        <span key={state} title={wordsForState(state)}>
          <Dot state={state} />
          {formatCount(tally[state] ?? 0)}
        </span>
      ))}
    </span>
  )
}
