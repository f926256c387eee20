// The three columns side by side; on a phone one of them, chosen by tabs.
import { type ReactNode } from 'react'
import { useValue } from '#platform/web/store/value-store.ts'
import { formatCount } from '#platform/web/time/format.ts'
import { useNarrow } from '#platform/web/ui/use-narrow.ts'
import { columns, type Column, type ColumnId } from '../core/columns.ts'
import { useShownColumn } from './board-url.ts'
import { ColumnView } from './column-view.tsx'
import { usePorts } from './ports.ts'

type Props = { readonly isLoaded: boolean; readonly isFiltered: boolean }

export function ColumnsView(props: Props): ReactNode {
  return useNarrow() ? (
    <OneColumn {...props} />
  ) : (
    <div className="board">
      {columns.map((column) => (
        <ColumnView key={column.id} column={column} {...props} />
      ))}
    </div>
  )
}

function OneColumn(props: Props): ReactNode {
  const { index } = usePorts()
  const [chosen, choose] = useShownColumn()
  const counts: Record<ColumnId, number> = {
    queued: useValue(index.columns.queued).length,
    active: useValue(index.columns.active).length,
    review: useValue(index.columns.review).length,
  }
  const shown = columns.find(({ id }) => id === (chosen ?? likelyColumn(counts, index.needs.get().length)))
  return (
    <>
      <div className="column-tabs tabs" role="tablist" aria-label="Columns">
        {columns.map(({ id, title }) => (
          <button key={id} type="button" role="tab" aria-selected={id === shown?.id} onClick={() => choose(id)}>
            {title}
            <span className="dim">{formatCount(counts[id])}</span>
          </button>
        ))}
      </div>
      <div className="board">{shown === undefined ? null : <ColumnView column={shown} {...props} />}</div>
    </>
  )
}

/** Where a person most likely wants to look: at what waits, else at what runs, else at what is queued. */
function likelyColumn(counts: Readonly<Record<ColumnId, number>>, needs: number): Column['id'] {
  if (needs > 0) return 'review'
  if (counts.active > 0) return 'active'
  return counts.queued > 0 || counts.review === 0 ? 'queued' : 'review'
}
