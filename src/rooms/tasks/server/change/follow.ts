// A session moves the task that it works on.
import type { TaskStatus } from '../../contract.ts'
import { editTask } from '../../core/change.ts'
import { follows } from '../../core/follow.ts'
import { nowIso, type TasksContext } from '../context.ts'

export type Followed = { readonly taskId: string; readonly status: TaskStatus; readonly sessionId: string }

/** Resolves after the commit; never rejects, since the session's own change is committed already. */
export async function followSession(context: TasksContext, { taskId, status, sessionId }: Followed): Promise<void> {
  const before = context.index.live(taskId)
  if (before === null || !follows(before, status)) return
  const at = nowIso(context)
  const who = { actor: 'session', by: sessionId } as const
  const { record: after, changes } = editTask(before, { status }, { at, who })
  try {
    await context.ledger.commit([{ before, after, description: null, history: { kind: 'changed', who, changes } }], at)
  } catch (error) {
    context.log.error({ err: error, task_id: taskId, session_id: sessionId }, 'a task did not follow its session')
  }
}
