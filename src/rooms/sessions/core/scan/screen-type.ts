// Which client draws on a session's terminal: as it said itself, or by its launch before it spoke.
import type { Client, Session } from '../../contract.ts'
import type { SessionRecord } from '../record.ts'

/** What tells whose screen it is. */
export type ScreenOwner = Pick<SessionRecord, 'runId'> & {
  readonly client: Pick<Client, 'screen'> | null
  readonly session: Pick<Session, 'interactive' | 'harness' | 'agent_type'>
}

/** One of the six clients or a type of somebody's own; null where none draws, or none is known. */
export function screenTypeOf({ client, runId, session }: ScreenOwner): string | null {
  if (client !== null) return client.screen
  return runId !== null && session.interactive ? (session.harness ?? session.agent_type) : null
}
