// Connects the rooms of the page with each other and with the shell.
import { ListPlus, Plug, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { matchRoute, Route, useLocation, useRoute, useRouter } from 'wouter'
import { stateSocket } from '#platform/api.ts'
import { AsOfBar } from '#platform/web/live/as-of-view.tsx'
import { LiveDot } from '#platform/web/live/live-dot.tsx'
import { openPageFeed, type PageFeed } from '#platform/web/live/page-feed.ts'
import { tellSight } from '#platform/web/live/tell-sight.ts'
import { Shell } from '#platform/web/shell/shell.tsx'
import { registerRooms, type PageRoom, type RoomPage } from '#platform/web/shell/page-room.ts'
import { hrefOf, type Tab } from '#platform/web/shell/tabs.ts'
import { ActivityButton } from '#rooms/activity/web/index.ts'
import { ApprovalPortsContext, Asks, openAsks, type ApprovalPorts } from '#rooms/approvals/web/index.ts'
import {
  actionSources,
  BoardPortsContext,
  cardsOf,
  countForHome,
  createBoardIndex,
  createKinds,
  FeedContext,
  RunningBlock,
  Gate,
  onNewStates,
  WaitingBlock,
  type BoardPorts,
} from '#rooms/board/web/index.ts'
import { followRuns, hrefOfRun, hrefOfStrand, retryFailedRun, runStrandNow } from '#rooms/flow/web/index.ts'
import { HomePortsContext, type HomePagePorts } from '#rooms/home/web/index.ts'
import { installHooks } from '#rooms/hooks/web/index.ts'
import {
  cardsInNeed,
  InboxPortsContext,
  NeedsBlock,
  NeedsButton,
  NeedsMark,
  NeedsStrip,
  needCount,
  needsTold,
  type InboxPagePorts,
} from '#rooms/inbox/web/index.ts'
import { readMode } from '#rooms/modes/web/index.ts'
import {
  ActionButton,
  dismissByIds,
  hrefOfSession,
  openLaunch,
  openSession,
  ReplyButton,
  restartSessions,
  SessionActions,
  sessionKind,
  SessionPlace,
  SessionReply,
  SessionPortsContext,
  sessions,
  sessionsByTask,
  titleOf,
  TransferButton,
  type SessionPorts,
} from '#rooms/sessions/web/index.ts'
import {
  findTasks,
  openNewTask,
  hrefOfTask,
  openTask,
  taskKind,
  TaskLink,
  TaskPortsContext,
  tasks,
  type TaskPorts,
} from '#rooms/tasks/web/index.ts'
import { NowBlock, openWhy, TriagePortsContext, type TriagePorts } from '#rooms/triage/web/index.ts'
import {
  hrefOfReplay,
  LiveDerived,
  ReplayPage,
  replayPath,
  StreamsPortsContext,
  type StreamPagePorts,
} from '#rooms/streams/web/index.ts'
import {
  loadScreen,
  TerminalPage,
  terminalPath,
  TerminalPortsContext,
  type TerminalPorts,
} from '#rooms/terminal/web/index.ts'
import { tabsOf } from './tabs.tsx'

const taskCards = taskKind({ openLaunch, openWhy })
const kinds = createKinds([cardsOf(taskCards), cardsOf(sessionKind(tasks.get))])
const index = createBoardIndex(kinds)
const boardPorts: BoardPorts = {
  kinds,
  index,
  openLaunch: () => openLaunch(),
  openNewTask: () => openNewTask(),
  needs: () => cardsInNeed().map(({ type, id }) => (type === 'task' ? taskCards.prefix + id : id)),
  needCount,
  NeedsStrip,
}
const inboxPorts: InboxPagePorts = {
  openSession,
  hrefOfSession,
  openTask,
  hrefOfRun,
  hrefOfStrand,
  SessionActions,
  SessionReply,
  SessionPlace,
  ReplyButton,
  restartSessions,
  dismissSessions: dismissByIds,
  retryRun: (runId, strandId) => void retryFailedRun(runId, strandId),
  runStrand: (strandId) => void runStrandNow(strandId),
}
const homePorts: HomePagePorts = {
  parts: [
    { id: 'needs', place: 'main', Draw: NeedsBlock, rowPx: 52, least: 3 },
    { id: 'now', place: 'beside', Draw: NowBlock, rowPx: 51, least: 3 },
    { id: 'ran', place: 'beside', Draw: null, rowPx: 70, least: 2, moreHref: '/strands' },
    { id: 'next', place: 'beside', Draw: null, rowPx: 70, least: 2, moreHref: '/strands' },
    { id: 'finished', place: 'main', Draw: null, rowPx: 53, least: 2, moreHref: '/board' },
    { id: 'running', place: 'main', Draw: RunningBlock, rowPx: 37, least: 2 },
    { id: 'waiting', place: 'main', Draw: WaitingBlock, rowPx: 53, least: 1 },
  ],
  kinds: [
    { name: 'session', hrefOf: ({ id }) => hrefOfSession(id), open: ({ id }) => openSession(id), Beside: SessionPlace },
    { name: 'task', hrefOf: ({ id }) => hrefOfTask(id), open: ({ id }) => openTask(id) },
    { name: 'run', hrefOf: ({ id, within }) => hrefOfRun(within ?? '', id) },
    { name: 'strand', hrefOf: ({ id }) => hrefOfStrand(id) },
  ],
  stepActs: {
    launch: [{ label: 'Launch agent', icon: Plus, run: () => openLaunch() }],
    hooks: [{ label: 'Install hooks', icon: Plug, run: installHooks }],
    tasks: [{ label: 'New task', icon: ListPlus, run: () => openNewTask() }],
  },
  onNews(listener) {
    const stops = [onNewStates(kinds, listener), followRuns(listener)]
    return () => stops.forEach((stop) => stop())
  },
  counts: countForHome(index, needsTold),
  Gate,
}
// With Home where the page begins with it; else once what was asked for is there.
const homeParts = [NeedsBlock, NowBlock, RunningBlock, WaitingBlock, ...kinds.all.map(({ Row }) => Row)]
const fetchHomeBlocks = () => homeParts.forEach(({ preload }) => preload())
if (location.pathname === '/') fetchHomeBlocks()
else onceLoaded(fetchHomeBlocks)
const taskPorts: Omit<TaskPorts, 'isLoaded'> = {
  sessions,
  links: sessionsByTask,
  titleOfSession: titleOf,
  hrefOfSession,
  openSession,
  openLaunch,
  openWhy,
}
const sessionPorts: SessionPorts = {
  findTasks,
  taskOf: tasks.get,
  onTask: tasks.subscribe,
  TaskLink,
  asks: openAsks,
  Asks,
  hrefOfReplay: readMode() === 'fabric' ? hrefOfReplay : null,
}
const approvalPorts: ApprovalPorts = { sessions, openSession, hrefOfSession, SessionPlace }
const triagePorts: TriagePorts = { tasks, TaskLink, openTask, openNewTask: () => openNewTask(), openLaunch }
const terminalPorts: Omit<TerminalPorts, 'isLoaded'> = {
  sessions,
  titleOf,
  hrefOfSession,
  TransferButton,
  Action: ActionButton,
  // Two panes and replay are of fabric mode.
  hrefOfReplay: readMode() === 'fabric' ? hrefOfReplay : null,
  Derived: readMode() === 'fabric' ? LiveDerived : null,
}
const streamsPorts: Omit<StreamPagePorts, 'isLoaded'> = { sessions, titleOf, hrefOfSession, loadScreen }
const marks = { board: <NeedsMark /> }

/** Once what was asked for is there: nothing that can wait is in its way. */
function onceLoaded(run: () => void): void {
  if (document.readyState === 'complete') run()
  else globalThis.addEventListener('load', run, { once: true })
}

/** What did not come is asked for again: nobody waits for it, and nobody would ask for another try. */
async function standAlone(live: PageFeed): Promise<void> {
  const part = await import('#platform/web/worker/go-offline.ts').catch(() => null)
  if (part === null) setTimeout(() => void standAlone(live), askAgainMs)
  else await part.goOffline(live)
}
const askAgainMs = 30_000

/** What hangs on the rooms of the mode: the feed that fills their stores, and their tabs. */
export type OpenedPage = ReturnType<typeof openPage>

/** Connects the page with the service. Call it once. */
export function openPage(rooms: readonly PageRoom[]) {
  const sight = tellSight((frame) => socket.say(frame))
  const live = openPageFeed({
    path: stateSocket.path,
    followers: rooms.flatMap(({ followers = [] }) => followers),
    inOneGo: (run) => index.batch(run),
    onOpen: sight.onOpen,
  })
  const { socket, refusal, isLoaded } = live
  onceLoaded(() => void standAlone(live))
  registerRooms([
    { name: 'actions', palette: () => actionSources(kinds) },
    ...rooms,
    {
      name: 'settings',
      palette: () => import('./settings-sources.ts').then(({ fetchSettingsSources }) => fetchSettingsSources()),
    },
  ])
  const mode = readMode()
  return {
    rooms,
    socket,
    notice: <AsOfBar socket={socket} />,
    feed: { isLoaded, refusal },
    pages: rooms.flatMap(({ pages = [] }) => pages),
    tabs: tabsOf(rooms).filter(({ modes }) => modes.includes(mode)),
    taskPorts: { ...taskPorts, isLoaded },
    terminalPorts: { ...terminalPorts, isLoaded },
    streamsPorts: { ...streamsPorts, isLoaded },
  }
}

type Opened = { readonly page: OpenedPage }

export function App({ page }: Opened): ReactNode {
  const { rooms, socket, feed, tabs, pages, notice } = page
  const end = (
    <>
      <NeedsButton />
      {rooms.map(({ name, InBar }) => (InBar === undefined ? null : <InBar key={name} />))}
      <ActivityButton />
      <LiveDot socket={socket} />
    </>
  )
  return (
    <FeedContext value={feed}>
      <Ports page={page}>
        <Shell tabs={tabs} pages={pages} end={end} marks={marks} notice={notice} bare={useBarePage()}>
          <Hosts page={page} />
        </Shell>
      </Ports>
    </FeedContext>
  )
}

/** What the rooms draw over every page. */
function Hosts({ page: { rooms, pages, tabs } }: Opened): ReactNode {
  const name = usePageName(pages, tabs)
  return rooms.map(({ name: room, Host }) => (Host === undefined ? null : <Host key={room} page={name} />))
}

/** A terminal and a replay fill their tab. */
function useBarePage(): ReactNode {
  const [isTerminal] = useRoute(terminalPath)
  const [isReplay] = useRoute(replayPath)
  if (isReplay && readMode() === 'fabric') {
    return (
      <Route path={replayPath}>
        <ReplayPage />
      </Route>
    )
  }
  if (!isTerminal) return null
  return (
    <Route path={terminalPath}>
      <TerminalPage />
    </Route>
  )
}

function Ports({ page, children }: Opened & { readonly children: ReactNode }): ReactNode {
  return (
    <BoardPortsContext value={boardPorts}>
      <HomePortsContext value={homePorts}>
        <InboxPortsContext value={inboxPorts}>
          <TaskPortsContext value={page.taskPorts}>
            <SessionPortsContext value={sessionPorts}>
              <TriagePortsContext value={triagePorts}>
                <TerminalPortsContext value={page.terminalPorts}>
                  <StreamsPortsContext value={page.streamsPorts}>
                    <ApprovalPortsContext value={approvalPorts}>{children}</ApprovalPortsContext>
                  </StreamsPortsContext>
                </TerminalPortsContext>
              </TriagePortsContext>
            </SessionPortsContext>
          </TaskPortsContext>
        </InboxPortsContext>
      </HomePortsContext>
    </BoardPortsContext>
  )
}

function usePageName(pages: readonly RoomPage[], tabs: readonly Tab[]): string {
  const [location] = useLocation()
  const { parser } = useRouter()
  const plain = pages.find(({ path }) => matchRoute(parser, path, location)[0])
  if (plain !== undefined) return plain.label
  const current = tabs.find((tab) => tab.path !== '/' && location.startsWith(hrefOf(tab)))
  return (current ?? tabs.find(({ path }) => path === '/'))?.label ?? 'Home'
}
