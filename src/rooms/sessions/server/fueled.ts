// What counts fuel asks of sessions, and says to them.
import type { Session } from '../contract.ts'
import { isTerminal } from '../core/machine.ts'
import type { SessionsContext } from './context.ts'
import { stopByBudget } from './end/stop-by-budget.ts'
import { shownSession } from './nodes/shown.ts'
import type { MayStart } from './ports.ts'

export interface FueledSessions {
  find(id: string): Session | null
  /** As `find`, and those of other nodes, which this service can do nothing to. */
  shown(id: string): Session | null
  findByName(tmuxSession: string): Session | null
  /** Those that have not ended. */
  active(): readonly Session[]
  /** Says who may hold starts back. Called once, before anything is started. */
  askBeforeStart(mayStart: MayStart): void
  /** As `user.cancel`, with `end_reason: "budget"`. False for one that is over. */
  stopByBudget(id: string, why: string): Promise<boolean>
}

export function fueledSessions(context: SessionsContext): FueledSessions {
  const { registry } = context
  return {
    find: (id) => registry.get(id)?.session ?? null,
    shown: (id) => shownSession(context, id),
    findByName: (name) => registry.byTmuxName(name)?.session ?? null,
    active: () =>
      registry
        .all()
        .map(({ session }) => session)
        .filter(({ state }) => state !== 'idle' && !isTerminal(state))
        .toArray(),
    askBeforeStart: (mayStart) => void (context.budget.mayStart = mayStart),
    stopByBudget: (id, why) => stopByBudget(context, id, why),
  }
}
