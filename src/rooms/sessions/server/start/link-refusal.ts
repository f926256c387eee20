// Refuses to let a session wait for what cannot happen before the session itself is done.
import { shown } from '#base/shown.ts'
import type { Refusal } from '#platform/contract.ts'
import type { Session } from '../../contract.ts'
import { tasksThatNeed } from '../../core/start/link-problem.ts'
import type { SessionsContext } from '../context.ts'
import { shownSessions } from '../nodes/shown.ts'
import { unmetOf } from './dependants.ts'

/**
 * Null when nothing speaks against it. What is met already is not waited for. Ask in the same turn in which the session is
 * written: another one may close the ring.
 */
export function linkRefusal(
  context: SessionsContext,
  session: Pick<Session, 'id' | 'task_id'>,
  dependsOn: readonly string[],
): Refusal | null {
  if (session.task_id === null || dependsOn.length === 0) return null
  const inVain = tasksThatNeed(session, shownSessions(context))
  const task = unmetOf(context, dependsOn).find((each) => inVain.has(each))
  if (task === undefined) return null
  const isOwn = task === session.task_id
  const detail = isOwn ? 'Is the task that the session works on.' : 'Waits for this session.'
  return {
    error: 'invalid_request',
    reason: isOwn
      ? `The session would wait for ${shown(task)}, the task that it works on itself.`
      : `The session would wait for ${shown(task)}, whose own session waits for ${shown(session.task_id)}: neither would ever start.`,
    hint: isOwn
      ? 'Leave the task out of depends_on, or link the session to another task.'
      : `Leave ${shown(task)} out of depends_on, or change what its session waits for.`,
    details: [{ field: 'depends_on', reason: detail }],
  }
}
