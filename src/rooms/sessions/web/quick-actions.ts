// Which quick actions a card offers (specification, 'Quick actions on session cards').
import type { SessionCard, SessionState } from '../contract.ts'

export type QuickAction = 'resume' | 'restart' | 'stop' | 'dismiss' | 'attach'

/** In the order in which a card shows them. Attach hangs on its tmux session and not on the state. */
const visibleIn: readonly (readonly [Exclude<QuickAction, 'attach'>, readonly SessionState[]])[] = [
  ['resume', ['awaiting_review']],
  ['restart', ['completed', 'failed']],
  ['stop', ['running', 'awaiting_review']],
  ['dismiss', ['completed', 'failed']],
]

type Shown = Pick<SessionCard, 'state' | 'tmux_alive'>

export function quickActionsOf({ state, tmux_alive: isAlive }: Shown): QuickAction[] {
  const actions: QuickAction[] = visibleIn.filter(([, states]) => states.includes(state)).map(([action]) => action)
  return isAlive === true ? [...actions, 'attach'] : actions
}
