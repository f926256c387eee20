// The attach command for tmux alone, once the page knows which tmux server the agents run in.
import type { ReactNode } from 'react'
import { CommandLine } from '#platform/web/ui/command-line.tsx'
import type { SessionCard } from '../../contract.ts'
import { tmuxAttach } from './commands-to-copy.ts'
import { useTmuxSocket } from './use-tmux-socket.ts'

export function TmuxCommand({ session }: { readonly session: SessionCard }): ReactNode {
  const socket = useTmuxSocket()
  // Its place is kept, so that nothing moves under the pointer when it comes.
  if (socket === undefined) return <span className="command" aria-hidden />
  return <CommandLine text={tmuxAttach(session, socket)} name="tmux command" />
}
