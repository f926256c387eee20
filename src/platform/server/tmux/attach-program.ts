// The tmux client that draws a session into a terminal of ours.
import type { Program } from '../spawn.ts'
import { isSessionId } from './tmux-arguments.ts'
import type { TmuxClient } from './tmux-client.ts'

/** What the emulator in a page can do, so that tmux need not ask it. Not the clipboard. */
const features = '256,RGB,strikethrough,overline,usstyle,sync'

/** `-r` also leaves the size to others, as long as there are any. */
export function attachProgram(
  client: TmuxClient,
  id: string,
  { isReadOnly }: { readonly isReadOnly: boolean },
): Program {
  if (!isSessionId(id)) throw new Error(`${JSON.stringify(id)} is no id of a tmux session`)
  const { argv, env } = client.program(['attach-session', '-t', id, ...(isReadOnly ? ['-r'] : [])])
  const [tmux = 'tmux', ...rest] = argv
  return { argv: [tmux, '-T', features, ...rest], env: { ...env, TERM: 'xterm-256color' } }
}
