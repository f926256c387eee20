// What is different in a list of sessions since the last look, for whoever reads it line by line.
import type { Session } from '../../contract.ts'
import { whyOf } from './why.ts'

export type ListChange =
  | { readonly kind: 'changed'; readonly session: Session; readonly why: string }
  | { readonly kind: 'gone'; readonly session: Session }

/** Sessions by id. */
export type KnownList = ReadonlyMap<string, Session>

/** Those that are new, look different in the list or are gone, in the order of `sessions`; the time alone is no change. */
export function listChanges(known: KnownList, sessions: readonly Session[]): ListChange[] {
  const present = new Set(sessions.map(({ id }) => id))
  const changed = sessions.filter((session) => {
    const before = known.get(session.id)
    return before === undefined || faceOf(before) !== faceOf(session)
  })
  const gone = [...known.values()].filter(({ id }) => !present.has(id))
  return [
    ...changed.map((session) => ({ kind: 'changed', session, why: wordsOf(session) }) as const),
    ...gone.map((session) => ({ kind: 'gone', session }) as const),
  ]
}

function faceOf(session: Session): string {
  return [session.state, wordsOf(session), session.label, session.tmux_session].join('\n')
}

function wordsOf(session: Session): string {
  return whyOf(session, (task) => task) ?? '-'
}
