// Connects the rooms of the page with each other and with the shell.
import type { ReactNode } from 'react'
import { Route, useLocation, useRoute } from 'wouter'
import { stateSocket } from '#platform/api.ts'
import { LiveDot } from '#platform/web/live/live-dot.tsx'
import { openPageFeed } from '#platform/web/live/page-feed.ts'
import { Shell } from '#platform/web/shell/shell.tsx'
import { registerRooms } from '#platform/web/shell/page-room.ts'
import { hrefOf } from '#platform/web/shell/tabs.ts'
import {
  BoardPortsContext,
  cardsOf,
  createBoardIndex,
  createKinds,
  FeedContext,
  NeedsButton,
  NeedsMark,
  type BoardPorts,
} from '#rooms/board/web/index.ts'
import { readMode } from '#rooms/modes/web/index.ts'
import {
  ActionButton,
  hrefOfSession,
  openLaunch,
  openSession,
  sessionKind,
  SessionPortsContext,
  sessions,
  sessionsByTask,
  sessionsFollower,
  titleOf,
  TransferButton,
  type SessionPorts,
} from '#rooms/sessions/web/index.ts'
import {
  findTasks,
  openNewTask,
  openTask,
  taskKind,
  TaskLink,
  TaskPortsContext,
  tasks,
  tasksFollower,
  type TaskPorts,
} from '#rooms/tasks/web/index.ts'
import { NowBlock, openWhy, lanesFollower, TriagePortsContext, type TriagePorts } from '#rooms/triage/web/index.ts'
import { TerminalPage, terminalPath, TerminalPortsContext, type TerminalPorts } from '#rooms/terminal/web/index.ts'
import { rooms } from './rooms.ts'
import { tabs } from './tabs.tsx'

const kinds = createKinds([cardsOf(taskKind), cardsOf(sessionKind(tasks.get))])
const index = createBoardIndex(kinds)
const { socket, refusal, isLoaded } = openPageFeed({
  path: stateSocket.path,
  followers: [tasksFollower, sessionsFollower, lanesFollower],
  inOneGo: (run) => index.batch(run),
})
registerRooms(rooms)

const boardPorts: BoardPorts = {
  kinds,
  index,
  openLaunch: () => openLaunch(),
  openNewTask: () => openNewTask(),
  NowBlock,
}
const taskPorts: TaskPorts = {
  isLoaded,
  sessions,
  links: sessionsByTask,
  titleOfSession: titleOf,
  hrefOfSession,
  openSession,
  openLaunch,
  openWhy,
}
const sessionPorts: SessionPorts = { findTasks, taskOf: tasks.get, onTask: tasks.subscribe, TaskLink }
const triagePorts: TriagePorts = { tasks, TaskLink, openTask, openNewTask: () => openNewTask(), openLaunch }
const terminalPorts: TerminalPorts = {
  sessions,
  isLoaded,
  titleOf,
  hrefOfSession,
  TransferButton,
  Action: ActionButton,
}
const feed = { isLoaded, refusal }

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
      <Ports>
        <Shell tabs={tabsOfMode} end={end} marks={marks} bare={useBarePage()}>
          <Hosts />
        </Shell>
      </Ports>
    </FeedContext>
  )
}

/** What the rooms draw over every page. */
function Hosts(): ReactNode {
  const page = usePageName()
  return rooms.map(({ name, Host }) => (Host === undefined ? null : <Host key={name} page={page} />))
}

/** A terminal fills its tab. */
function useBarePage(): ReactNode {
  const [isTerminal] = useRoute(terminalPath)
  if (!isTerminal) return null
  return (
    <Route path={terminalPath}>
      <TerminalPage />
    </Route>
  )
}

function Ports({ children }: { readonly children: ReactNode }): ReactNode {
  return (
    <BoardPortsContext value={boardPorts}>
      <TaskPortsContext value={taskPorts}>
        <SessionPortsContext value={sessionPorts}>
          <TriagePortsContext value={triagePorts}>
            <TerminalPortsContext value={terminalPorts}>{children}</TerminalPortsContext>
          </TriagePortsContext>
        </SessionPortsContext>
      </TaskPortsContext>
    </BoardPortsContext>
  )
}

function usePageName(): string {
  const [location] = useLocation()
  const current = tabsOfMode.find((tab) => tab.path !== '/' && location.startsWith(hrefOf(tab)))
  return current?.label ?? 'Home'
}
