// Sessions as their transcripts tell of them: on the board, or past.
import type { TranscribedSession } from '#rooms/transcripts/contract.ts'
import type { Database } from '#platform/server/db/open-database.ts'
import type { SearchSource } from '#rooms/search/contract.ts'
import { deviceIdOf } from '../core/list/place.ts'
import { livesHere } from '../core/lives-here.ts'
import { isTerminal } from '../core/machine.ts'
import type { Session } from '../contract.ts'
import type { SessionsContext } from './context.ts'
import { nodeThere } from './nodes/shown.ts'
import { sessionChanges } from './search-sources.ts'

export interface Transcribed {
  /** A session on the board, or a past one; null for neither. */
  find(sessionId: string): Promise<TranscribedSession | null>
  /** The other service whose session it is; null for one of ours, and for an unknown one. */
  nodeOf(sessionId: string): Promise<string | null>
  /** Calls `forget` from now on before anything of a session is removed for good. */
  onForgotten(forget: (sessionId: string) => Promise<void>): void
  /** Sessions that changed since a mark, as `SearchSource` tells of them. */
  readonly changes: SearchSource['changes']
}

type TranscribedParts = {
  readonly context: Pick<SessionsContext, 'registry' | 'foreign' | 'past' | 'events'>
  readonly onForgotten: Transcribed['onForgotten']
  readonly read: Database['read']
}

export function transcribedSessions({ context, onForgotten, read }: TranscribedParts): Transcribed {
  const { registry, foreign, past } = context
  return {
    async find(id) {
      const record = registry.get(id)
      if (record !== null)
        return transcribed(record.session, { conversation: record.client?.session ?? null, isOnBoard: true })
      const there = foreign.get(id)
      if (there !== null) return transcribed(there, { conversation: null, isOnBoard: true })
      const session = (await past.find(id))?.session
      return session === undefined ? null : transcribed(session, { conversation: null, isOnBoard: false })
    },
    nodeOf: (id) => nodeThere(context, id),
    onForgotten,
    changes: sessionChanges({ context, read }),
  }
}

type Known = Pick<TranscribedSession, 'conversation' | 'isOnBoard'>

function transcribed(session: Session, known: Known): TranscribedSession {
  return {
    ...known,
    id: session.id,
    title: session.label ?? session.tmux_session,
    agentType: session.agent_type,
    harness: session.harness,
    deviceId: livesHere(session) ? null : deviceIdOf(session),
    isAtWork: known.isOnBoard && !isTerminal(session.state),
    lastActivity: session.last_activity,
    state: session.state,
  }
}
