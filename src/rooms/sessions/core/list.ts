// The list of all sessions as one answer: every session, and prompts only up to a bound.
import type { Session, SessionCard } from '../contract.ts'
import { toCard } from './card.ts'

/** Prompts of a list together, in characters: thousands of usual ones. Each is whole in the answer for its session. */
export const listedPrompts = 1024 * 1024

/** Once the bound is used up, longer prompts are cut as on the board; `prompt_cut` then marks them. */
export function listed(sessions: Iterable<Session>): (Session | SessionCard)[] {
  let room = listedPrompts
  return [...sessions].map((session) => {
    const { length } = session.prompt
    if (length > room) return toCard(session)
    room -= length
    return session
  })
}
