// Writes down that a session's terminal is gone.
import { vanish } from '../../core/end/vanish.ts'
import { commitWithTasks } from '../change/apply.ts'
import { mendFailure } from './read-failure.ts'
import { nowIso, type SessionsContext } from '../context.ts'

/** Does nothing for a session that is not there any more, or whose terminal is known to be gone. */
export async function endSession(context: SessionsContext, id: string): Promise<void> {
  const before = context.registry.get(id)
  if (before === null || before.session.tmux_alive === false) return
  const at = nowIso(context)
  const { record, entry, change, effects } = vanish(before, at)
  const kind = entry.event === null ? 'changed' : 'event'
  const rows = [{ kind, at, sessionId: id, entry, change }] as const
  await commitWithTasks(context, { before, after: record, rows }, effects)
  await mendFailure(context, record)
}
