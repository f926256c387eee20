// The cards of a column: all of them while they are few, those in sight when they are many.
import { createElement, type ComponentType, type ReactNode } from 'react'
import { createValue, useValue } from '#platform/web/store/value-store.ts'
import { Skeleton } from '#platform/web/ui/skeleton.tsx'
import type { CardKey } from '../../core/keys.ts'
import { CardItem } from '../cards/card-item.tsx'

export type CardListProps = { readonly keys: readonly CardKey[] }

/** Up to here the browser skips what is out of sight by itself (`content-visibility`); beyond, drawing costs too much. */
const mostDrawn = 300

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
  if (props.keys.length <= mostDrawn) return <ShortList {...props} />
  return LongList === null ? <Skeleton lines={6} /> : createElement(LongList, props)
}

function ShortList({ keys }: CardListProps): ReactNode {
  return (
    <div className="scroll" data-scroller>
      <ul>
        {keys.map((key) => (
          <li key={key}>
            <CardItem cardKey={key} />
          </li>
        ))}
      </ul>
    </div>
  )
}
