// Types text into one session and no other, as a paste that the program there can tell from keys.
import type { Result } from '#base/result.ts'
import { actOn, keyCommands } from './act-on-session.ts'
import { activePaneOf } from './tmux-arguments.ts'
import type { TmuxClient } from './tmux-client.ts'
import type { TmuxFailure, TmuxIdentity } from './tmux.ts'

let pasted = 0

/**
 * The text comes by standard input and never as an argument: arguments are seen by every user of the machine, cut at 16 KB
 * and expanded. Loading and pasting are one call, so that no text is left behind in a buffer of tmux. Around the paste
 * tmux puts the marks of a bracketed paste where the program asked for them; what could forge the end mark is the
 * caller's to take out. Line feeds become what the Enter key sends, as in every terminal.
 */
export async function pasteInto(
  client: TmuxClient,
  session: TmuxIdentity,
  text: string,
): Promise<Result<null, TmuxFailure>> {
  pasted += 1
  // Other services may speak to the same tmux server.
  const buffer = `orrery-paste-${process.pid}-${pasted}`
  return actOn(client, session, {
    first: { command: ['load-buffer', '-b', buffer, '-'], input: text },
    commands: (id) => `${leaveMode(id)} ; paste-buffer -p -d -b ${buffer} -t '${activePaneOf(id)}'`,
    otherwise: `delete-buffer -b ${buffer}`,
  })
}

export async function pressEnter(client: TmuxClient, session: TmuxIdentity): Promise<Result<null, TmuxFailure>> {
  return actOn(client, session, { commands: keyCommands('Enter') })
}

/** In a mode, such as copy mode after a person scrolled, keys go to the mode and not to the program. */
function leaveMode(id: string): string {
  return `copy-mode -q -t '${activePaneOf(id)}'`
}
