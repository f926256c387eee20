// Feeds the page from /ws/state; where the socket is refused, the lists read by GET stand in.
import { call } from '#platform/web/api/client.ts'
import { needsLogin, type Problem } from '#platform/web/api/problem.ts'
import { accessToken } from '#platform/web/auth/token.ts'
import { openLiveSocket, type LiveSocket } from '#platform/web/live/live-socket.ts'
import type { EntityStore, EntityUpdate } from '#platform/web/store/entity-store.ts'
import { createValue, type ValueStore } from '#platform/web/store/value-store.ts'
import type { Session, SessionCard } from '#rooms/sessions/contract.ts'
import type { Task, TaskCard } from '#rooms/tasks/contract.ts'
import type { Change, StateFrame } from '../contract.ts'
import { paceFrames } from './frame-pacer.ts'
import { readBoard } from './read-by-get.ts'

export type FeedParts = {
  readonly sessions: EntityStore<SessionCard>
  readonly tasks: EntityStore<TaskCard>
  /** Set once sessions and tasks were told. */
  readonly isLoaded: ValueStore<boolean>
  /** Hears of changes in the triage lanes; null says that any of them may have changed. */
  readonly tellLanes: (changes: readonly Change[] | null) => void
  readonly toCard: (session: Session) => SessionCard
  readonly toTaskCard: (task: Task) => TaskCard
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
  const { sessions, tasks, isLoaded, toCard, toTaskCard } = parts
  const refusal = createValue<Problem | null>(null)
  const told = () => {
    isLoaded.set(true)
    refusal.set(null)
  }
  /** A long board takes longer to read than the socket's next try. */
  let isReading = false
  const readOnce = async (): Promise<void> => {
    if (isReading) return
    isReading = true
    const token = accessToken()
    const answer = await readBoard(call)
    isReading = false
    if (socket.state.get().kind === 'live') return
    // Signed in or out meanwhile: this answer is about somebody else.
    if (accessToken() !== token) return readOnce()
    if (answer.ok) {
      parts.inOneGo(() => {
        tasks.replaceAll(answer.value.tasks.map(toTaskCard))
        sessions.replaceAll(answer.value.sessions.map(toCard))
      })
      told()
    } else if (needsLogin(answer.error)) {
      // Anything else passes, or is told by the socket's own state.
      refusal.set(answer.error)
      socket.rest()
    }
  }
  const pace = paceFrames<StateFrame>((frames) => {
    parts.inOneGo(() => frames.forEach((frame) => take(frame, parts)))
    if (frames.some(({ type }) => type === 'snapshot')) told()
    tellOfLanes(frames, parts)
  })
  const socket = openLiveSocket({
    path: '/ws/state',
    onFrame: (frame) => pace(frame as StateFrame),
    onRefused: () => void readOnce(),
  })
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

function tellOfLanes(frames: readonly StateFrame[], { tellLanes }: FeedParts): void {
  if (frames.some(({ type }) => type === 'snapshot')) return tellLanes(null)
  const changes = frames.flatMap((frame) => (frame.type === 'changes' ? frame.changes : []))
  const ofLanes = changes.filter(({ kind }) => kind === 'lanes')
  if (ofLanes.length > 0) tellLanes(ofLanes)
}

function updatesOf<T>(changes: readonly Change[], wanted: Change['kind']): EntityUpdate<T>[] {
  return changes
    .filter(({ kind }) => kind === wanted)
    .map(({ op, id, value }) => ({ id, value: op === 'remove' ? null : (value as T) }))
}
