// Feeds the page from /ws/state; where the socket is refused, the list read by GET stands in.
import type { Result } from '#base/result.ts'
import { call } from '#platform/web/api/client.ts'
import { needsLogin, type Problem } from '#platform/web/api/problem.ts'
import { accessToken, onTokenChange } from '#platform/web/auth/token.ts'
import { createLiveSocket, type LiveSocket } from '#platform/web/live/live-socket.ts'
import type { EntityStore, EntityUpdate } from '#platform/web/store/entity-store.ts'
import { createValue, type ValueStore } from '#platform/web/store/value-store.ts'
import type { Session, SessionCard } from '#rooms/sessions/contract.ts'
import type { TaskCard } from '#rooms/tasks/contract.ts'
import type { Change, StateFrame } from '../contract.ts'

export type FeedParts = {
  readonly sessions: EntityStore<SessionCard>
  readonly tasks: EntityStore<TaskCard>
  /** Set once sessions and tasks were told. */
  readonly isLoaded: ValueStore<boolean>
  readonly toCard: (session: Session) => SessionCard
  /** Lets what hangs on both stores follow once for a frame. */
  readonly inOneGo: (run: () => void) => void
}

export type StateFeed = {
  readonly socket: LiveSocket
  /** Why the board may not be read from here; null while it may, or while that is not known. */
  readonly refusal: ValueStore<Problem | null>
}

/** Opens the feed for the life of the page. A login, here or in another tab, reconnects it. */
export function openStateFeed(parts: FeedParts): StateFeed {
  const { sessions, isLoaded, toCard } = parts
  const refusal = createValue<Problem | null>(null)
  const told = () => {
    isLoaded.set(true)
    refusal.set(null)
  }
  const readOnce = async () => {
    const [asTheSocket, answer] = await Promise.all([
      // Open to the same callers as the socket, which can't say why it refuses; the sessions are open to more.
      call('/api/tasks?limit=1'),
      call<{ sessions: readonly Session[] }>('/api/hooks/sessions'),
    ])
    if (socket.state.get().kind === 'live') return
    const refused = refusalIn([asTheSocket, answer])
    if (refused !== null) {
      refusal.set(refused)
      socket.rest()
    } else if (answer.ok) {
      sessions.replaceAll(answer.value.sessions.map(toCard))
      told()
    }
  }
  const socket = createLiveSocket({
    path: '/ws/state',
    protocols: () => protocolsWith(accessToken()),
    onFrame(numbered) {
      const frame = numbered as StateFrame
      parts.inOneGo(() => take(frame, parts))
      if (frame.type === 'snapshot') told()
    },
    onRefused: () => void readOnce(),
  })
  onTokenChange(socket.reconnect)
  socket.start()
  return { socket, refusal }
}

function take(frame: StateFrame, { sessions, tasks }: FeedParts): void {
  if (frame.type === 'snapshot') {
    tasks.replaceAll(frame.tasks as TaskCard[])
    sessions.replaceAll(frame.sessions)
    return
  }
  tasks.apply(updatesOf<TaskCard>(frame.changes, 'task'))
  sessions.apply(updatesOf<SessionCard>(frame.changes, 'session'))
}

function updatesOf<T>(changes: readonly Change[], wanted: Change['kind']): EntityUpdate<T>[] {
  return changes
    .filter(({ kind }) => kind === wanted)
    .map(({ op, id, value }) => ({ id, value: op === 'remove' ? null : (value as T) }))
}

/** Only a missing login is a refusal to show: anything else passes, or is told by the socket's own state. */
function refusalIn(answers: readonly Result<unknown, Problem>[]): Problem | null {
  const problems = answers.flatMap((answer) => (answer.ok ? [] : [answer.error]))
  return problems.find(needsLogin) ?? null
}

/** Browsers can't send headers with a socket, so a token travels as a subprotocol. */
function protocolsWith(token: string | null): string[] {
  return token === null ? ['orrery'] : ['orrery', `orrery.token.${token}`]
}
