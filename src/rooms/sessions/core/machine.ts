// The state machine of a session: the table of (specification, 'Session states'), and the look-ups that it answers.
import type { MachineEvent, SessionState } from '../contract.ts'

type Arrow = readonly [from: SessionState, event: MachineEvent, to: SessionState]

/** Every arrow there is. A pair that is not listed leaves the state as it was. */
const arrows: readonly Arrow[] = [
  ['idle', 'start', 'running'],
  ['running', 'hook.to_review', 'awaiting_review'],
  ['running', 'agent.prompt_ready', 'awaiting_review'],
  ['running', 'process.exit', 'completed'],
  ['running', 'process.exit_error', 'failed'],
  ['running', 'user.cancel', 'failed'],
  ['awaiting_review', 'hook.to_running', 'running'],
  ['awaiting_review', 'user.resume', 'running'],
  ['awaiting_review', 'agent.tool_use', 'running'],
  ['awaiting_review', 'process.exit', 'completed'],
  ['awaiting_review', 'process.exit_error', 'failed'],
  ['awaiting_review', 'user.cancel', 'failed'],
  ['completed', 'start', 'running'],
  ['completed', 'user.requeue', 'idle'],
  ['failed', 'start', 'running'],
  ['failed', 'user.requeue', 'idle'],
]

const targets = new Map(arrows.map(([from, event, to]) => [`${from} ${event}`, to]))

/** The state that `event` leads to, or null when `state` does not accept it. */
export function nextState(state: SessionState, event: MachineEvent): SessionState | null {
  return targets.get(`${state} ${event}`) ?? null
}

/** The events that `state` accepts, in the order of the table. */
export function allowedEvents(state: SessionState): MachineEvent[] {
  return arrows.filter(([from]) => from === state).map(([, event]) => event)
}

/** Asking for a state by name (PATCH, a dropped card) means this event; `running` depends on the present state. */
export function eventTowards(wanted: SessionState, present: SessionState): MachineEvent {
  switch (wanted) {
    case 'running':
      return present === 'awaiting_review' ? 'user.resume' : 'start'
    case 'awaiting_review':
      return 'hook.to_review'
    case 'completed':
      return 'process.exit'
    case 'failed':
      return 'user.cancel'
    case 'idle':
      return 'user.requeue'
  }
}

/** Whether nothing of it runs as far as its state tells: only a start moves it on. */
export function isAtRest(state: SessionState): boolean {
  return nextState(state, 'start') !== null
}

/** A session in a terminal state does nothing more until it is started again or requeued. */
export function isTerminal(state: SessionState): boolean {
  return state === 'completed' || state === 'failed'
}
