// Ends the work in a session's terminal: Ctrl+C, or all of it. Neither ever hits another terminal than the session's.
import type { Result } from '#base/result.ts'
import type { TmuxFailure, TmuxIdentity } from '#platform/server/tmux/tmux.ts'
import type { SessionRecord } from '../../core/record.ts'
import { terminalOf } from '../../core/scan/terminal.ts'
import type { SessionsContext } from '../context.ts'

/** Sends Ctrl+C. Never rejects: what was not delivered is logged. */
export async function interruptTerminal(context: SessionsContext, record: SessionRecord): Promise<void> {
  const terminal = terminalOf(record) ?? (await findTerminal(context, record))
  if (terminal === null) return
  logFailure(context, terminal, { what: 'Ctrl+C was not delivered', done: await context.tmux.interrupt(terminal) })
}

/** Closes the terminal with all that runs in it. Never rejects: one that was not closed is logged. */
export async function killTerminal(context: SessionsContext, terminal: TmuxIdentity): Promise<void> {
  logFailure(context, terminal, { what: 'the terminal was not closed', done: await context.tmux.kill(terminal) })
}

/** By its name, of a session that no look has seen yet; null when there is none, or no answer. */
export async function findTerminal(
  { tmux, log }: SessionsContext,
  { session }: SessionRecord,
): Promise<TmuxIdentity | null> {
  const found = await tmux.find(session.tmux_session)
  if (found.ok) return found.value
  if (found.error.kind !== 'gone')
    log.warn({ session_id: session.id, reason: found.error.reason }, 'tmux gave no answer')
  return null
}

type Deed = { readonly what: string; readonly done: Result<null, TmuxFailure> }

function logFailure({ log }: SessionsContext, { id, name }: TmuxIdentity, { what, done }: Deed): void {
  if (!done.ok) log.warn({ tmux_id: id, tmux_session: name, reason: done.error.reason }, what)
}
