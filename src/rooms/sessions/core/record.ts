// A session as the service keeps it: the resource, and what only the service needs to know of it.
import type { Session } from '../contract.ts'

export type SessionRecord = {
  readonly session: Session
  /** The launch in force; events of an older one are recorded and not applied. Null for a session that we never launched. */
  readonly runId: string | null
  /** tmux's own id (`$3`) of the session last seen under this name. */
  readonly tmuxId: string | null
  /** Whether its tmux session was ever seen alive: only then can it vanish. */
  readonly seenAlive: boolean
  /** Requeued since it last ran: it waits for a person and does not start by itself. */
  readonly requeued: boolean
}
