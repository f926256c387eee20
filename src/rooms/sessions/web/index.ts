// What the page takes from the sessions room.
import { lazy } from 'react'

export { ActionButton } from './action-button.tsx'
export { SessionCall } from './card/session-call.tsx'
export { SessionCard } from './card/session-card.tsx'
export { SessionRow } from './card/session-row.tsx'
export { openLaunch } from './launch-state.ts'
export { leadsTo, moveSession } from './move.ts'
export { registerSessionsInPalette } from './palette-source.ts'
export { SessionPortsContext, type SessionPorts } from './ports.ts'
export { openStartAfter } from './session-overlay.ts'
export { addStartAfter, whyNotAfter } from './start-after.ts'
export { clearCompleted } from './dismiss.ts'
export { titleOf } from './session-title.ts'
export { hrefOfSession, openSession } from './session-url.ts'
export { SessionsHost } from './sessions-host.tsx'
export { sessions, sessionsLoaded, toCard } from './session-store.ts'
export { TransferButton } from './transfer/transfer-button.tsx'

/** Loaded with the settings. */
export const AgentsSection = lazy(() =>
  import('./agents-section.tsx').then(({ AgentsSection }) => ({ default: AgentsSection })),
)
