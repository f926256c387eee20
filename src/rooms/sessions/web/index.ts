// What the page takes from the sessions room.
import { lazy } from 'react'

export { SessionCall } from './card/session-call.tsx'
export { SessionCard } from './card/session-card.tsx'
export { SessionRow } from './card/session-row.tsx'
export { openLaunch } from './launch-state.ts'
export { registerSessionsInPalette } from './palette-source.ts'
export { SessionsHost } from './sessions-host.tsx'
export { sessions, sessionsLoaded, toCard } from './session-store.ts'

/** Loaded with the settings. */
export const AgentsSection = lazy(() =>
  import('./agents-section.tsx').then(({ AgentsSection }) => ({ default: AgentsSection })),
)
