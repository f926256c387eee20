// Finds a session's terminal in tmux as it is now: tmux's ids count anew with each of its servers, so that a name has to agree.
import { err, ok, type Result } from '#base/result.ts'
import type { Tmux, TmuxView } from '#platform/server/tmux/tmux.ts'
import type { NoTerminal, TerminalHere } from '../contract.ts'

export type Located = { readonly id: string; readonly view: TmuxView }

/** Refuses `gone`, and `failed` when tmux gave no answer. */
export async function locate(
  tmux: Tmux,
  { tmuxId, tmuxSession: name }: Pick<TerminalHere, 'tmuxId' | 'tmuxSession'>,
): Promise<Result<Located, NoTerminal>> {
  const atOnce = tmuxId === null ? null : await lookFor(tmux, tmuxId, name)
  if (atOnce !== null) return ok(atOnce)
  const listing = await tmux.list()
  if (listing.kind === 'unknown') return err({ reason: 'failed', message: `tmux gave no answer: ${listing.reason}.` })
  if (listing.kind === 'not_installed') return err({ reason: 'failed', message: 'tmux is not installed.' })
  const listed = listing.sessions.find((session) => session.name === name)
  const found = listed === undefined ? null : await lookFor(tmux, listed.id, name)
  return found === null ? err({ reason: 'gone', message: 'The session has no terminal any more.' }) : ok(found)
}

async function lookFor(tmux: Tmux, id: string, name: string): Promise<Located | null> {
  const view = await tmux.look(id)
  return view.ok && view.value.name === name ? { id, view: view.value } : null
}
