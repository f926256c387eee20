// What the page takes from the board room.
import { House, SquareKanban } from 'lucide-react'
import type { PageRoom } from '#platform/web/shell/page-room.ts'
import { BoardHost } from './board-host.tsx'
import { BoardPage } from './board-page.tsx'
import { HomePage } from './home/home-page.tsx'

export { NeedsButton, NeedsMark } from './board-host.tsx'
export { cardsOf, createKinds } from './cards/kinds.ts'
export { createBoardIndex } from './places/board-index.ts'
export { FeedContext } from './feed/feed-context.ts'
export { BoardPortsContext, type BoardPorts } from './ports.ts'

/** Home and the board, and what the board does whichever page is shown. */
export const boardRoom: PageRoom = {
  name: 'board',
  tabs: [
    { id: 'home', label: 'Home', path: '/', icon: House, modes: ['legacy', 'fabric'], key: 'h', Page: HomePage },
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
  Host: BoardHost,
}
