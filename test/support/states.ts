// The way of a session through its states, as a viewer of the board saw it.
import type { SessionCard, SessionState } from '#rooms/sessions/contract.ts'
import type { Viewer } from './viewer.ts'

/** Every card of the session that a frame carried, oldest first. */
export function cardsSeen({ frames }: Viewer, id: string): SessionCard[] {
  return frames.flatMap(({ sessions = [], changes = [] }) => [
    ...sessions.filter((card) => card.id === id),
    ...changes.flatMap(({ kind, op, id: changed, value }) =>
      kind === 'session' && op === 'upsert' && changed === id ? [value as SessionCard] : [],
    ),
  ])
}

/** The states in their order; a state that was told again counts once. */
export function statesSeen(viewer: Viewer, id: string): SessionState[] {
  return cardsSeen(viewer, id)
    .map(({ state }) => state)
    .filter((state, at, all) => state !== all[at - 1])
}
