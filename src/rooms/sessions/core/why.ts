// Why a session is in its state, in a few words: what the agent said, else what happened.
import type { EventSource, MachineEvent, Session } from '../contract.ts'

const words: Readonly<Record<MachineEvent, string>> = {
  start: 'started',
  'hook.to_running': 'went on',
  'hook.to_review': 'asks for a look',
  'agent.tool_use': 'uses a tool',
  'agent.prompt_ready': 'waits for a prompt',
  'process.exit': 'finished',
  'process.exit_error': 'ended with an error',
  'user.cancel': 'stopped',
  'user.resume': 'resumed',
  'user.requeue': 'requeued',
}
/** Sources that say more than the event does. */
const by: Partial<Record<EventSource, string>> = {
  user: 'by you',
  dependency: 'dependencies met',
  scanner: 'seen in tmux',
}

export function why(session: Session): string {
  if (session.state === 'idle' && session.blocked_by.length > 0) return `waits for ${session.blocked_by.join(', ')}`
  if (session.state === 'failed' || session.state === 'completed') return ending(session)
  const { cause } = session
  if (cause === null) return session.state === 'idle' ? 'not started' : ''
  const happened = [words[cause.event], by[cause.source]].filter((part) => part !== undefined).join(', ')
  return cause.metadata === null ? happened : `${happened}: ${cause.metadata}`
}

function ending({ state, exit_code: code, end_reason: reason, cause }: Session): string {
  if (reason === 'terminal_gone') return 'its terminal is gone'
  if (reason === 'cancelled') return 'stopped'
  const happened = state === 'failed' ? words['process.exit_error'] : words['process.exit']
  const status = code === null || code === 0 ? '' : ` (exit ${code})`
  return cause?.metadata == null ? `${happened}${status}` : `${happened}${status}: ${cause.metadata}`
}
