// Connects the rooms of the page with each other and with the shell.
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { LiveDot } from '#platform/web/live/live-dot.tsx'
import { Shell } from '#platform/web/shell/shell.tsx'
import { hrefOf } from '#platform/web/shell/tabs.ts'
import {
  BoardHost,
  BoardPortsContext,
  createBoardIndex,
  FeedContext,
  NeedsButton,
  NeedsMark,
  openStateFeed,
  type BoardPorts,
} from '#rooms/board/web/index.ts'
import { readMode } from '#rooms/modes/web/index.ts'
import {
  openLaunch,
  registerSessionsInPalette,
  SessionCall,
  SessionCard,
  SessionRow,
  sessions,
  SessionsHost,
  sessionsLoaded,
  toCard,
} from '#rooms/sessions/web/index.ts'
import { tabs } from './tabs.tsx'

const { socket, refusal } = openStateFeed({ sessions, sessionsLoaded, toCard })
registerSessionsInPalette()

const boardPorts: BoardPorts = {
  sessions,
  index: createBoardIndex(sessions),
  SessionCard,
  SessionCall,
  SessionRow,
  openLaunch: () => openLaunch(),
}
const feed = { isLoaded: sessionsLoaded, refusal }

const mode = readMode()
const tabsOfMode = tabs.filter(({ modes }) => modes.includes(mode))
const marks = { board: <NeedsMark /> }

export function App(): ReactNode {
  const end = (
    <>
      <NeedsButton />
      <LiveDot socket={socket} />
    </>
  )
  return (
    <FeedContext value={feed}>
      <BoardPortsContext value={boardPorts}>
        <Shell tabs={tabsOfMode} end={end} marks={marks}>
          <SessionsHost />
          <BoardHost page={usePageName()} />
        </Shell>
      </BoardPortsContext>
    </FeedContext>
  )
}

function usePageName(): string {
  const [location] = useLocation()
  const current = tabsOfMode.find((tab) => tab.path !== '/' && location.startsWith(hrefOf(tab)))
  return current?.label ?? 'Home'
}
