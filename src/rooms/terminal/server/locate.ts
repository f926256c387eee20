// Finds a session's terminal as it is now: tmux's ids count anew with each of its servers, so that a name has to agree.
import { err, ok, type Result } from '#base/result.ts'
import type { Tmux, TmuxView } from '#platform/server/tmux/tmux.ts'
import type { TerminalEnd } from '../contract.ts'
import type { FindTerminal } from './ports.ts'

export type Located = { readonly id: string; readonly view: TmuxView }
export type NotLocated = { readonly reason: TerminalEnd; readonly message: string }

export type LocateParts = { readonly tmux: Tmux; readonly findTerminal: FindTerminal }

/** Refuses `unknown_session`, `gone`, and `failed` when tmux gave no answer. */
export async function locate(parts: LocateParts, sessionId: string): Promise<Result<Located, NotLocated>> {
  const known = parts.findTerminal(sessionId)
  if (known === null) return err({ reason: 'unknown_session', message: `There is no session ${sessionId}.` })
  const { tmuxId, tmuxSession: name } = known
  const atOnce = tmuxId === null ? null : await lookFor(parts.tmux, tmuxId, name)
  if (atOnce !== null) return ok(atOnce)
  const listing = await parts.tmux.list()
  if (listing.kind === 'unknown') return err({ reason: 'failed', message: `tmux gave no answer: ${listing.reason}.` })
  if (listing.kind === 'not_installed') return err({ reason: 'failed', message: 'tmux is not installed.' })
  const listed = listing.sessions.find((session) => session.name === name)
  const found = listed === undefined ? null : await lookFor(parts.tmux, listed.id, name)
  return found === null ? err({ reason: 'gone', message: 'The session has no terminal any more.' }) : ok(found)
}

async function lookFor(tmux: Tmux, id: string, name: string): Promise<Located | null> {
  const view = await tmux.look(id)
  return view.ok && view.value.name === name ? { id, view: view.value } : null
}
