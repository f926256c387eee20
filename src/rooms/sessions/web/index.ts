// What the page takes from the sessions room.
import { lazy } from 'react'

export { ActionButton } from './action-button.tsx'
export { sessionKind, sessionsByTask } from './card/session-kind.ts'
export { openLaunch } from './launch-state.ts'
export { sessionsFollower } from './live.ts'
export { registerSessionsInPalette } from './palette-source.ts'
export { SessionPortsContext, type SessionPorts } from './ports.ts'
export { titleOf } from './session-title.ts'
export { hrefOfSession, openSession } from './session-url.ts'
export { SessionsHost } from './sessions-host.tsx'
export { sessions, sessionsLoaded } from './session-store.ts'
export { TransferButton } from './transfer/transfer-button.tsx'

/** Loaded with the settings. */
export const AgentsSection = lazy(() =>
  import('./agents-section.tsx').then(({ AgentsSection }) => ({ default: AgentsSection })),
)
