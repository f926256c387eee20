// What the sessions room offers: its live kind.
import { liveKind } from '#platform/live-kind.ts'
import type { SessionCard } from './contract.ts'

/** Sessions on the board's socket. */
export const liveSessions = liveKind<SessionCard>()({ kind: 'session', listed: 'sessions' })
