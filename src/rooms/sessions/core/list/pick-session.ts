// Finds the session that a person means by an id, a tmux name, a label, or the beginning of one.
import { err, ok, type Result } from '#base/result.ts'
import type { Session } from '../../contract.ts'

/** Empty when nothing fits; several when the name fits more than one. */
export type Candidates = readonly Session[]

/** A whole id or tmux name wins over a whole label, and that over beginnings (in any case of letters). */
export function pickSession(sessions: readonly Session[], name: string): Result<Session, Candidates> {
  const start = name.toLowerCase()
  const tries: readonly ((session: Session) => boolean)[] = [
    ({ id }) => id === name,
    ({ tmux_session: tmux }) => tmux === name,
    ({ label }) => label === name,
    ({ id, tmux_session: tmux, label }) => [id, tmux, label].some((text) => text.toLowerCase().startsWith(start)),
  ]
  for (const fits of tries) {
    const found = name === '' ? [] : sessions.filter(fits)
    if (found.length > 1) return err(found)
    if (found[0] !== undefined) return ok(found[0])
  }
  return err([])
}
