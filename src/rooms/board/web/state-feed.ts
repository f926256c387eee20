// Feeds the page from /ws/state; where the socket is refused, the list read by GET stands in.
import { call } from '#platform/web/api/client.ts'
import { needsLogin, type Problem } from '#platform/web/api/problem.ts'
import { accessToken, onTokenChange } from '#platform/web/auth/token.ts'
import { createLiveSocket, type LiveSocket } from '#platform/web/live/live-socket.ts'
import type { EntityStore } from '#platform/web/store/entity-store.ts'
import { createValue, type ValueStore } from '#platform/web/store/value-store.ts'
import type { Session, SessionCard } from '#rooms/sessions/contract.ts'
import type { StateFrame } from '../contract.ts'

export type FeedParts = {
  readonly sessions: EntityStore<SessionCard>
  /** Set once the sessions were told. */
  readonly sessionsLoaded: ValueStore<boolean>
  readonly toCard: (session: Session) => SessionCard
}

export type StateFeed = {
  readonly socket: LiveSocket
  /** Why the board may not be read from here; null while it may, or while that is not known. */
  readonly refusal: ValueStore<Problem | null>
}

/** Opens the feed for the life of the page. A login, here or in another tab, reconnects it. */
export function openStateFeed({ sessions, sessionsLoaded, toCard }: FeedParts): StateFeed {
  const refusal = createValue<Problem | null>(null)
  const learn = (cards: readonly SessionCard[]) => {
    sessions.replaceAll(cards)
    sessionsLoaded.set(true)
    refusal.set(null)
  }
  const readOnce = async () => {
    const answer = await call<{ sessions: readonly Session[] }>('/api/hooks/sessions')
    if (socket.state.get().kind === 'live') return
    if (answer.ok) learn(answer.value.sessions.map(toCard))
    else if (needsLogin(answer.error)) {
      refusal.set(answer.error)
      socket.rest()
    }
  }
  const socket = createLiveSocket({
    path: '/ws/state',
    protocols: () => protocolsWith(accessToken()),
    onFrame(numbered) {
      const frame = numbered as StateFrame
      if (frame.type === 'snapshot') learn(frame.sessions)
      else sessions.apply(frame.changes.filter(({ kind }) => kind === 'session').map(toUpdate))
    },
    onRefused: () => void readOnce(),
  })
  onTokenChange(socket.reconnect)
  socket.start()
  return { socket, refusal }
}

function toUpdate({ op, id, value }: { op: string; id: string; value?: unknown }): {
  id: string
  value: SessionCard | null
} {
  return { id, value: op === 'remove' ? null : (value as SessionCard) }
}

/** Browsers can't send headers with a socket, so a token travels as a subprotocol. */
function protocolsWith(token: string | null): string[] {
  return token === null ? ['orrery'] : ['orrery', `orrery.token.${token}`]
}
