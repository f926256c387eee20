// Lets cards be dragged. Fetched once the board is drawn: nobody drags before.
import { listenForDrags } from '#platform/web/drag/pointer-drag.ts'
import type { CardKinds } from '../cards/kinds.ts'
import { toggleSelected } from '../cards/selection.ts'
import { linkOf } from './link-cards.ts'
import { dropOf, moveCard } from './move-card.ts'
import { restHover } from './rest-hover.ts'
import { spotAt } from './spot-at.ts'

/** The cards in `host`, until `until` is aborted, which it may be before. The kinds know by now what a drop does. */
export function dragCards(host: HTMLElement, kinds: CardKinds, until: AbortSignal): void {
  if (until.aborted) return
  const stop = listenForDrags(host, {
    spotAt,
    hover: (key) => restHover((onto) => linkOf(kinds, key, onto) !== null),
    outlook: (key, target) => dropOf(kinds, key, target),
    drop: (key, target) => moveCard(kinds, key, target),
    press: toggleSelected,
  })
  until.addEventListener('abort', stop)
}
