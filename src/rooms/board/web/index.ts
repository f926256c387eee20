// What the page takes from the board room.
export { BoardHost, NeedsButton, NeedsMark } from './board-host.tsx'
export { cardsOf, createKinds } from './cards/kinds.ts'
export { createBoardIndex } from './places/board-index.ts'
export { BoardPage } from './board-page.tsx'
export { FeedContext } from './feed/feed-context.ts'
export { HomePage } from './home/home-page.tsx'
export { BoardPortsContext, type BoardPorts } from './ports.ts'
