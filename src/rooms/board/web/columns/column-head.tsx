// The head of a column: its name, how many cards it holds, and in which states.
import { memo, type ReactNode } from 'react'
import { useValue } from '#platform/web/store/value-store.ts'
import { formatCount } from '#platform/web/time/format.ts'
import { Dot } from '#platform/web/ui/dot.tsx'
import { lookOf, wordsForState } from '#platform/web/ui/dots.ts'
import type { BoardColumn } from '../../core/columns.ts'
import { usePorts } from '../ports.ts'
import { ClearButtons } from './clear-buttons.tsx'

type Props = { readonly column: BoardColumn; readonly headId?: string }

/** Renders when its counts change, whatever happens to the board under it. */
export const ColumnHead = memo(function ColumnHead({ column, headId }: Props): ReactNode {
  const { index } = usePorts()
  const count = useValue(index.columns[column.id]).length
  return (
    <header className="wide">
      <h2 id={headId}>{column.title}</h2>
      <span className="dim">{formatCount(count)}</span>
      <Tally column={column} />
      <ClearButtons column={column.id} />
    </header>
  )
})

function Tally({ column }: { readonly column: BoardColumn }): ReactNode {
  const { index, kinds } = usePorts()
  const tally = useValue(index.tallies[column.id])
  const states = kinds.all.flatMap((kind) => kind.states[column.id]).filter((state) => (tally[state] ?? 0) > 0)
  if (states.length === 0) return null
  return (
    <span className="tally meta push">
      {alike(states).map((same) => (
        <span key={same.join(' ')} title={same.map(wordsForState).join(', ')}>
          <Dot state={same[0] ?? ''} />
          {formatCount(same.reduce((sum, state) => sum + (tally[state] ?? 0), 0))}
        </span>
      ))}
    </span>
  )
}

/** A task in review and a session that awaits it are drawn alike: two counts beside one shape would tell nobody apart. */
function alike(states: readonly string[]): string[][] {
  return [...Map.groupBy(states, (state) => lookOf(state).phase).values()]
}
