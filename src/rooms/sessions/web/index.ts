// What the page takes from the sessions room.
import { Bot, History, Rocket } from 'lucide-react'
import { lazyHost, lazyPart } from '#platform/web/lazy/lazy-part.tsx'
import type { PageRoom } from '#platform/web/shell/page-room.ts'
import { sessionsFollower } from './live.ts'
import { historyPath } from './past/history-url.ts'
import { lastLinesFollower, summariesFollower } from './output/last-lines.ts'

export { dismissByIds, ReplyButton, restartSessions, SessionActions, SessionReply } from './actions/by-id.tsx'
export { SessionPlace } from './card/place-tag.tsx'
export { followDevices } from './places.ts'
export { ActionButton } from './actions/action-button.tsx'
export { sessionKind, sessionsByTask } from './card/session-kind.ts'
export { openLaunch } from './launch/launch-state.ts'
export { SessionPortsContext, type SessionPorts } from './ports.ts'
export { deviceIdOf, nodeNameOf } from '../core/list/place.ts'
export { titleOf } from '../core/list/title.ts'
export { hrefOfSession, openSession } from './session-url.ts'
export { sessions } from './session-store.ts'

/** Loaded with the terminal. */
export const TransferButton = lazyPart(
  () => import('./transfer/transfer-button.tsx').then(({ TransferButton }) => TransferButton),
  null,
)

/** Loaded with the settings. */
const AgentsSection = lazyPart(() => import('./agents-section.tsx').then(({ AgentsSection }) => AgentsSection))

const HistoryPage = lazyPart(() => import('./past/history-page.tsx').then(({ HistoryPage }) => HistoryPage))

const SessionsPage = lazyPart(() => import('./all/sessions-page.tsx').then(({ SessionsPage }) => SessionsPage))

/** The list of all of them, on every device: in fabric mode alone. */
export const allSessionsRoom: PageRoom = {
  name: 'all-sessions',
  tabs: [
    {
      id: 'sessions',
      label: 'Sessions',
      path: '/sessions',
      icon: Rocket,
      modes: ['fabric'],
      key: 'e',
      isRare: true,
      Page: SessionsPage,
    },
  ],
}

/** Panels and dialogs of sessions, their place in the palette, and how agents are launched and heard. */
export const sessionsRoom: PageRoom = {
  name: 'sessions',
  tabs: [
    {
      id: 'history',
      label: 'Sessions that left the board',
      path: historyPath,
      icon: History,
      modes: ['legacy', 'fabric'],
      key: 'l',
      isUnlisted: true,
      Page: HistoryPage,
    },
  ],
  sections: [{ id: 'agents', label: 'Agents and hooks', icon: Bot, Section: AgentsSection }],
  palette: () => import('./palette-source.ts').then(({ sessionSources }) => sessionSources),
  followers: [sessionsFollower, lastLinesFollower, summariesFollower],
  Host: lazyHost(() => import('./sessions-host.tsx').then(({ SessionsHost }) => SessionsHost)),
}
