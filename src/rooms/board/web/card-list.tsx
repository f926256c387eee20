// The cards of a column: all of them while they are few, those in sight when they are many.
import { createElement, type ComponentType, type ReactNode } from 'react'
import { createValue, useValue } from '#platform/web/store/value-store.ts'
import { Skeleton } from '#platform/web/ui/skeleton.tsx'
import type { ColumnId } from '../core/columns.ts'
import { usePorts } from './ports.ts'

export type CardListProps = { readonly column: ColumnId; readonly ids: readonly string[] }

/** Up to here the browser skips what is out of sight by itself (`content-visibility`); beyond, drawing costs too much. */
const mostDrawn = 500

/**
 * What draws long columns: fetched beside the first frame of the board. Not by Suspense, which would hold the column back
 * for a third of a second.
 */
const longList = createValue<ComponentType<CardListProps> | null>(null)

async function fetchLongList(): Promise<void> {
  const { LongList } = await import('./long-list.tsx')
  longList.set(LongList)
}
void fetchLongList()

export function CardList(props: CardListProps): ReactNode {
  const LongList = useValue(longList)
  if (props.ids.length <= mostDrawn) return <ShortList {...props} />
  return LongList === null ? <Skeleton lines={6} /> : createElement(LongList, props)
}

function ShortList({ ids }: CardListProps): ReactNode {
  const { SessionCard } = usePorts()
  return (
    <div className="scroll">
      <ul>
        {ids.map((id) => (
          <li key={id}>
            <SessionCard id={id} />
          </li>
        ))}
      </ul>
    </div>
  )
}
