// What the page takes from the sessions room.
import { Bot } from 'lucide-react'
import { lazy } from 'react'
import type { PageRoom } from '#platform/web/shell/page-room.ts'
import { sessionSources } from './palette-source.ts'
import { SessionsHost } from './sessions-host.tsx'

export { ActionButton } from './action-button.tsx'
export { sessionKind, sessionsByTask } from './card/session-kind.ts'
export { openLaunch } from './launch-state.ts'
export { sessionsFollower } from './live.ts'
export { SessionPortsContext, type SessionPorts } from './ports.ts'
export { titleOf } from './session-title.ts'
export { hrefOfSession, openSession } from './session-url.ts'
export { sessions } from './session-store.ts'
export { TransferButton } from './transfer/transfer-button.tsx'

/** Loaded with the settings. */
const AgentsSection = lazy(() =>
  import('./agents-section.tsx').then(({ AgentsSection }) => ({ default: AgentsSection })),
)

/** Panels and dialogs of sessions, their place in the palette, and how agents are launched and heard. */
export const sessionsRoom: PageRoom = {
  name: 'sessions',
  sections: [{ id: 'agents', label: 'Agents and hooks', icon: Bot, Section: AgentsSection }],
  palette: sessionSources,
  Host: SessionsHost,
}
