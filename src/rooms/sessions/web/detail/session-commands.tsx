// The same actions for a terminal.
import type { ReactNode } from 'react'
import { CommandLine } from '#platform/web/ui/command-line.tsx'
import type { MachineEvent, SessionCard, SessionState } from '../../contract.ts'
import { curlFor, orreryAttach } from '../commands-to-copy.ts'
import { TmuxCommand } from '../tmux-command.tsx'

export function SessionCommands({ session }: { readonly session: SessionCard }): ReactNode {
  return (
    <section className="in-a-terminal">
      <h3>In a terminal</h3>
      {session.tmux_alive === true ? (
        <>
          <CommandLine text={orreryAttach(session)} name="attach command" />
          <TmuxCommand session={session} />
        </>
      ) : null}
      <CommandLine text={`orrery logs ${session.id}`} name="logs command" />
      {likelyEvent[session.state] === null ? null : (
        <CommandLine text={curlFor(location.origin, session, likelyEvent[session.state] ?? '')} name="curl" />
      )}
    </section>
  )
}

/** What a person would send to a session in this state. */
const likelyEvent: Readonly<Record<SessionState, MachineEvent | null>> = {
  idle: 'start',
  running: null,
  awaiting_review: 'user.resume',
  completed: 'start',
  failed: 'start',
}
