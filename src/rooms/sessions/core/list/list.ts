// The list of sessions as one answer, bounded in what it holds: all of them as a rule, and a page of them where they are too many.
import { fromIso } from '#base/time.ts'
import type { Session, SessionCard } from '../../contract.ts'
import { toCard } from './card.ts'

/** Prompts of an answer together, in characters: thousands of usual ones. Each is whole in the answer for its session. */
export const listedPrompts = 1024 * 1024
/** An answer together, in characters: ten thousand usual sessions. */
export const listedCharacters = 16 * 1024 * 1024

/** Where the page before ended. */
export type ListPlace = { readonly createdMs: number; readonly id: string }
export type ListQuery = { readonly limit: number | null; readonly after: ListPlace | null }
export type ListedPage = { readonly sessions: (Session | SessionCard)[]; readonly next_cursor: string | null }

/** All sessions as they became known, where they fit; else pages, oldest first, so that those that come stand at the end. */
export function listPage(sessions: readonly Session[], { limit, after }: ListQuery): ListedPage {
  const most = limit ?? Number.POSITIVE_INFINITY
  if (after === null && fitting(sessions, most) === sessions.length)
    return { sessions: listed(sessions), next_cursor: null }
  const left = sessions.filter((session) => after === null || compare(placeOf(session), after) > 0)
  left.sort((one, other) => compare(placeOf(one), placeOf(other)))
  const page = left.slice(0, fitting(left, most))
  const last = page.at(-1)
  const isEnd = last === undefined || page.length === left.length
  return { sessions: listed(page), next_cursor: isEnd ? null : cursorOf(placeOf(last)) }
}

/** Undefined for a cursor that we did not give out. */
export function readListCursor(cursor: string): ListPlace | undefined {
  const { ms, id } = /^(?<ms>-?\d{1,16})\.(?<id>.+)$/s.exec(cursor)?.groups ?? {}
  return ms === undefined || id === undefined ? undefined : { createdMs: Number(ms), id }
}

/** How many of the first ones an answer takes, one at least. */
function fitting(sessions: readonly Session[], most: number): number {
  let room = listedCharacters
  let count = 0
  for (const session of sessions) {
    room -= usualCharacters + namesIn(session.depends_on) + namesIn(session.blocked_by)
    if (count > 0 && (room < 0 || count >= most)) return count
    count += 1
  }
  return count
}

/** A session's fields but for those that are counted apart, as JSON and with room to spare. */
const usualCharacters = 1500
const namesIn = (names: readonly string[]): number => names.reduce((sum, name) => sum + name.length + 3, 0)

const placeOf = ({ created_at: at, id }: Session): ListPlace => ({ createdMs: fromIso(at), id })
const cursorOf = ({ createdMs, id }: ListPlace): string => `${createdMs}.${id}`

function compare(one: ListPlace, other: ListPlace): number {
  if (one.createdMs !== other.createdMs) return one.createdMs - other.createdMs
  return one.id < other.id ? -1 : Number(one.id > other.id)
}

/** Once the bound is used up, longer prompts are cut as on the board; `prompt_cut` then marks them. */
function listed(sessions: readonly Session[]): (Session | SessionCard)[] {
  let room = listedPrompts
  return sessions.map((session) => {
    const { length } = session.prompt
    if (length > room) return toCard(session)
    room -= length
    return session
  })
}
