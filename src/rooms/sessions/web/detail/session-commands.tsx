// The same actions for a terminal.
import type { ReactNode } from 'react'
import { CommandElsewhere, CommandLine } from '#platform/web/ui/command-line.tsx'
import type { MachineEvent, SessionCard, SessionState } from '../../contract.ts'
import { attachThere, curlFor, orreryAttach } from '../attach/commands-to-copy.ts'
import { livesHere } from '../../core/lives-here.ts'
import { usePlace } from '../places.ts'
import { TmuxCommand } from '../attach/tmux-command.tsx'

export function SessionCommands({ session }: { readonly session: SessionCard }): ReactNode {
  return (
    <section className="in-a-terminal">
      <h3>In a terminal</h3>
      {session.tmux_alive === true && !livesHere(session) ? <There session={session} /> : null}
      {session.tmux_alive === true && livesHere(session) ? (
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

/** The command line attaches there alone; the page attaches from here. */
function There({ session }: { readonly session: SessionCard }): ReactNode {
  const place = usePlace(session)
  return (
    <>
      <span className="meta">On {place?.label ?? 'its device'}, in a terminal there:</span>
      <CommandElsewhere text={attachThere(session)} name="attach command" />
    </>
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
