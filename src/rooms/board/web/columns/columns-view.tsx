// The three columns side by side; on a phone one of them, chosen by tabs.
import type { ReactNode } from 'react'
import { useSelection, useValue } from '#platform/web/store/value-store.ts'
import { formatCount } from '#platform/web/time/format.ts'
import { useNarrow } from '#platform/web/ui/use-narrow.ts'
import type { ColumnId } from '../../contract.ts'
import { columns, titleOfColumn, type BoardColumn } from '../../core/columns.ts'
import { useShownColumn } from '../filter/board-url.ts'
import { ClearButtons } from './clear-buttons.tsx'
import { ColumnView } from './column-view.tsx'
import { DoneFoot } from './done-foot.tsx'
import { LanesView } from '../lanes/lanes-view.tsx'
import { usePorts } from '../ports.ts'

type Props = { readonly isLoaded: boolean; readonly isFiltered: boolean }

export function ColumnsView(props: Props): ReactNode {
  if (useNarrow()) return <OneColumn {...props} />
  return (
    <>
      <Columns shown={columns} {...props} />
      <DoneFoot />
    </>
  )
}

/** By epics as soon as there are any; else each column scrolls on its own. */
function Columns({ shown, ...props }: Props & { readonly shown: readonly BoardColumn[] }): ReactNode {
  const { index } = usePorts()
  const hasLanes = useSelection(index.lanes, (lanes) => lanes.length > 0)
  if (hasLanes) return <LanesView shown={shown} />
  return (
    <div className="board">
      {shown.map((column) => (
        <ColumnView key={column.id} column={column} {...props} />
      ))}
    </div>
  )
}

/** The same arrays each time, so that nothing is laid out anew. */
const alone: Readonly<Record<ColumnId, readonly BoardColumn[]>> = {
  queued: columns.filter(({ id }) => id === 'queued'),
  active: columns.filter(({ id }) => id === 'active'),
  review: columns.filter(({ id }) => id === 'review'),
}

function OneColumn(props: Props): ReactNode {
  const { index, needs } = usePorts()
  const [chosen, choose] = useShownColumn()
  const counts: Record<ColumnId, number> = {
    queued: useValue(index.columns.queued).length,
    active: useValue(index.columns.active).length,
    review: useValue(index.columns.review).length,
  }
  const current = chosen ?? likelyColumn(counts, needs().length)
  const shown = alone[current]
  return (
    <>
      <div className="column-tabs tabs" role="tablist" aria-label="Columns">
        {columns.map(({ id, title }) => (
          <button
            key={id}
            type="button"
            role="tab"
            aria-selected={id === current}
            data-drop={id}
            onClick={() => choose(id)}
          >
            {title}
            <span className="dim">{formatCount(counts[id])}</span>
          </button>
        ))}
      </div>
      {/* A phone shows no heads, with lanes or without: the tabs stand for them, and readers get the one of the column. */}
      <h2 className="sr">{titleOfColumn(current)}</h2>
      <div className="under-tabs">
        <ClearButtons column={current} />
      </div>
      <Columns shown={shown} {...props} />
      {current === 'review' ? <DoneFoot /> : null}
    </>
  )
}

/** Where a person most likely wants to look: at what waits, else at what runs, else at what is queued. */
function likelyColumn(counts: Readonly<Record<ColumnId, number>>, needs: number): ColumnId {
  if (needs > 0) return 'review'
  if (counts.active > 0) return 'active'
  return counts.queued > 0 || counts.review === 0 ? 'queued' : 'review'
}
