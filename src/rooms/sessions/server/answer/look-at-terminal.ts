// What has to be known of a terminal before a text is typed into it.
import { err, ok, type Result } from '#base/result.ts'
import type { Refusal } from '#platform/contract.ts'
import type { TmuxFailure, TmuxIdentity } from '#platform/server/tmux/tmux.ts'
import type { TerminalLook } from '../../core/answer/obstacles.ts'
import type { SessionRecord } from '../../core/record.ts'
import { livesHere } from '../../core/lives-here.ts'
import { terminalOf } from '../../core/scan/terminal.ts'
import type { SessionsContext } from '../context.ts'

export type TerminalInFront = { readonly terminal: TmuxIdentity; readonly look: TerminalLook }

/** Refuses `no_terminal`, and `tmux_unavailable` when tmux gives no answer. */
export async function lookAtTerminal(
  context: SessionsContext,
  record: SessionRecord,
): Promise<Result<TerminalInFront, Refusal>> {
  if (!livesHere(record.session)) return err(elsewhere)
  const terminal = await terminalNow(context, record)
  if (!terminal.ok) return err(noAnswer(terminal.error))
  const { id } = terminal.value
  const [pane, screen, client] = await Promise.all([
    context.tmux.front(id),
    captureScreen(context, id),
    clientProcess(context, record),
  ])
  if (!pane.ok) return err(noAnswer(pane.error))
  if (!screen.ok) return err(noAnswer(screen.error))
  return ok({ terminal: terminal.value, look: { pane: pane.value, screen: screen.value, client } })
}

/** Without the blanks that a program may or may not paint at the end of its lines. */
export async function captureScreen(
  { tmux }: Pick<SessionsContext, 'tmux'>,
  id: string,
): Promise<Result<string, TmuxFailure>> {
  const captured = await tmux.capture(id, { historyLines: 0, withLooks: false })
  return captured.ok ? ok(captured.value.replaceAll(/[^\S\n]+$/gm, '').trimEnd()) : captured
}

/** The one that the record knows; one that no look has seen yet is found by its name. */
async function terminalNow(
  { tmux }: SessionsContext,
  record: SessionRecord,
): Promise<Result<TmuxIdentity, TmuxFailure>> {
  const known = terminalOf(record)
  return known === null ? tmux.find(record.session.tmux_session) : ok(known)
}

async function clientProcess(
  { isProcessAlive, readProcessTerminal }: SessionsContext,
  { client }: SessionRecord,
): Promise<TerminalLook['client']> {
  const pid = client?.pid ?? null
  if (pid === null) return null
  return isProcessAlive(pid) ? readProcessTerminal(pid) : 'gone'
}

const elsewhere: Refusal = {
  error: 'no_terminal',
  reason: 'Its terminal stands on another machine, where nothing can be typed from here yet.',
  hint: 'Answer it in a terminal of that machine.',
}

/** What tmux said, as a refusal. */
export function noAnswer({ kind, reason }: TmuxFailure): Refusal {
  if (kind === 'gone') {
    return {
      error: 'no_terminal',
      reason: 'Its terminal is gone, so nothing was typed.',
      hint: 'Its card says how it ended as soon as that is known. Restart runs it again.',
    }
  }
  return {
    error: kind === 'not_installed' ? 'tmux_missing' : 'tmux_unavailable',
    reason: `tmux gave no answer: ${reason}.`,
    hint: 'Look at its terminal before you send again: the text may stand in it.',
  }
}
