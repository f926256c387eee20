// What the page takes from the board room.
import { SquareKanban } from 'lucide-react'
import { loadActions } from '#platform/web/actions/late-actions.ts'
import type { PaletteSource } from '#platform/web/commands/palette-sources.ts'
import { lazyHost, lazyPart } from '#platform/web/lazy/lazy-part.tsx'
import type { PageRoom } from '#platform/web/shell/page-room.ts'
import { BoardPage } from './board-page.tsx'
import type { CardKinds } from './cards/kinds.ts'

export { cardsOf, createKinds } from './cards/kinds.ts'
export { createBoardIndex } from './places/board-index.ts'
export { FeedContext } from './feed/feed-context.ts'
export { Gate } from './feed/gate.tsx'
export { countForHome, onNewStates } from './home/home-feed.ts'
export { BoardPortsContext, type BoardPorts } from './ports.ts'

/** The actions of every card, for the palette. */
export async function actionSources(kinds: CardKinds): Promise<readonly PaletteSource[]> {
  const [{ actionSource }] = await Promise.all([import('./cards/palette-actions.ts'), loadActions()])
  return [actionSource(kinds)]
}

/** A block of Home: who runs. */
export const RunningBlock = lazyPart(
  () => import('./home/card-rows.tsx').then(({ RunningBlock }) => RunningBlock),
  null,
)
/** A block of Home: who starts by itself. */
export const WaitingBlock = lazyPart(
  () => import('./home/card-rows.tsx').then(({ WaitingBlock }) => WaitingBlock),
  null,
)

/** The board, and what it does whichever page is shown. */
export const boardRoom: PageRoom = {
  name: 'board',
  tabs: [
    {
      id: 'board',
      label: 'Board',
      path: '/board',
      icon: SquareKanban,
      modes: ['legacy', 'fabric'],
      key: 'b',
      Page: BoardPage,
    },
  ],
  Host: lazyHost(() => import('./board-host.tsx').then(({ BoardHost }) => BoardHost)),
}
