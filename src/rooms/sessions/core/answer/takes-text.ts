// Which sessions take a text at all, as far as their record tells: the same on the page and in the service.
import type { Session } from '../../contract.ts'
import { livesHere } from '../lives-here.ts'

/** Types of launches before a session named its client: their plain command prints an answer and ends, as that of each client. */
const printTypes: ReadonlySet<string> = new Set(['code-agent', 'gateway-agent'])

type Its = Pick<Session, 'state' | 'tmux_alive' | 'agent_type' | 'interactive' | 'origin' | 'harness'>

/** Whether a reply field belongs on the session: it waits, has a terminal of this machine, and its program reads. */
export function waitsForText(session: Its): boolean {
  return (
    session.state === 'awaiting_review' && session.tmux_alive === true && livesHere(session) && !isPrintRun(session)
  )
}

/** A run in print mode, which nobody can talk to. */
export function isPrintRun({ origin, interactive, agent_type: type, harness }: Its): boolean {
  return origin === 'launched' && !interactive && (harness !== null || printTypes.has(type))
}
