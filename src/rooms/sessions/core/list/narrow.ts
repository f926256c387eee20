// Which sessions a filter shows: by words, by how they stand, by device and by harness.
import { isFoundBy, type SearchedText } from '#base/found-by.ts'
import type { Session, SessionState } from '../../contract.ts'
import { deviceIdOf } from './place.ts'

/** A state, or all that live, or all that ended. */
export type StandingAsked = SessionState | 'live' | 'ended'

/** What is not asked for is empty. */
export type Narrowing = {
  readonly words: string
  readonly standing: StandingAsked | ''
  readonly device: string
  readonly harness: string
}

/** What runs in this machine's own tmux is known by its agent type. */
export function harnessOf({ harness, agent_type: type }: Pick<Session, 'harness' | 'agent_type'>): string {
  return harness ?? type
}

/** A session has to have each word in one of its texts. */
export function narrow<S extends Session>(
  sessions: readonly S[],
  { words, standing, device, harness }: Narrowing,
  textsOf: (session: S) => readonly SearchedText[],
): S[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  return sessions.filter(
    (session) =>
      stands(session, standing) &&
      (device === '' || deviceIdOf(session) === device) &&
      (harness === '' || harnessOf(session) === harness) &&
      hasAll(wanted, () => textsOf(session)),
  )
}

function stands({ state, ended_at: endedAt }: Session, standing: Narrowing['standing']): boolean {
  if (standing === '') return true
  if (standing === 'live') return endedAt === null
  return standing === 'ended' ? endedAt !== null : state === standing
}

function hasAll(words: readonly string[], textsOf: () => readonly SearchedText[]): boolean {
  if (words.length === 0) return true
  const texts = textsOf()
  return words.every((word) => isFoundBy(word, texts))
}
