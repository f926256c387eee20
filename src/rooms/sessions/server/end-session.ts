// Writes down that a session's terminal is gone.
import { vanish } from '../core/vanish.ts'
import { runEffects } from './apply.ts'
import { nowIso, type SessionsContext } from './context.ts'

/** Does nothing for a session that is not there any more, or whose terminal is known to be gone. */
export async function endSession(context: SessionsContext, id: string): Promise<void> {
  const before = context.registry.get(id)
  if (before === null || before.session.tmux_alive === false) return
  const at = nowIso(context)
  const { record, entry, change, effects } = vanish(before, at)
  const kind = entry.event === null ? 'changed' : 'event'
  await context.ledger.commit([{ before, after: record, rows: [{ kind, at, sessionId: id, entry, change }] }])
  await runEffects(context, id, effects)
}
