// The cards of a column: all of them while they are few, those in sight when they are many.
import type { ReactNode } from 'react'
import { lazyPart } from '#platform/web/lazy/lazy-part.tsx'
import { Skeleton } from '#platform/web/ui/skeleton.tsx'
import type { CardKey } from '../../core/keys.ts'
import { CardItem } from '../cards/card-item.tsx'

export type CardListProps = { readonly keys: readonly CardKey[] }

/** Up to here the browser skips what is out of sight by itself (`content-visibility`); beyond, drawing costs too much. */
const mostDrawn = 300

/** What draws long columns: fetched beside the first frame of the board. */
const LongList = lazyPart(() => import('./long-list.tsx').then(({ LongList }) => LongList), <Skeleton lines={6} />)
LongList.preload()

export function CardList(props: CardListProps): ReactNode {
  return props.keys.length <= mostDrawn ? <ShortList {...props} /> : <LongList {...props} />
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
