// The events of the machine as a person says them.
import type { MachineEvent } from '../contract.ts'

const words: Readonly<Record<MachineEvent, string>> = {
  start: 'started',
  'hook.to_running': 'set to work',
  'hook.to_review': 'sent to review',
  'agent.tool_use': 'told of a tool',
  'agent.prompt_ready': 'told that its prompt is ready',
  'process.exit': 'ended',
  'process.exit_error': 'failed',
  'user.cancel': 'stopped',
  'user.resume': 'resumed',
  'user.requeue': 'put back in the queue',
}

/** Completes 'It was …' and 'It can be …'; a name that is none of ours stays as it is. */
export function wordsOfEvent(event: string | null): string {
  if (event === null) return 'changed'
  return event in words ? words[event as MachineEvent] : event
}

/** What a person may do by hand: the others are for agents and processes to say. */
const byHand: readonly MachineEvent[] = ['start', 'user.resume', 'hook.to_review', 'user.cancel', 'user.requeue']

/** 'started, stopped or put back in the queue'; null where nothing is left. */
export function saidToPerson(events: readonly MachineEvent[]): string | null {
  const said = byHand.filter((event) => events.includes(event)).map(wordsOfEvent)
  const last = said.at(-1)
  if (last === undefined) return null
  return said.length === 1 ? last : `${said.slice(0, -1).join(', ')} or ${last}`
}
