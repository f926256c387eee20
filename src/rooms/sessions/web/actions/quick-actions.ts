// Which quick actions a card offers (specification, 'Quick actions on session cards').
import type { SessionCard, SessionState } from '../../contract.ts'

export type QuickAction = 'resume' | 'restart' | 'stop' | 'dismiss' | 'attach'

/** In the order in which a card shows them. Attach hangs on its tmux session and not on the state. */
const visibleIn: readonly (readonly [Exclude<QuickAction, 'attach'>, readonly SessionState[]])[] = [
  ['resume', ['awaiting_review']],
  ['restart', ['completed', 'failed']],
  ['stop', ['running', 'awaiting_review']],
  ['dismiss', ['completed', 'failed']],
]

type Shown = Pick<SessionCard, 'state' | 'tmux_alive' | 'stopping'>

/** While a stop is under way its program may still be at work: nothing of what ends with it is offered. */
export function quickActionsOf(session: Shown): QuickAction[] {
  const { state, tmux_alive: isAlive, stopping } = session
  const states = stopping === null ? visibleIn : []
  const actions: QuickAction[] = states.filter(([, its]) => its.includes(state)).map(([action]) => action)
  return isAlive === true ? [...actions, 'attach'] : actions
}
