// A session moves the task that it works on.
import type { SessionMove, TaskStatus } from '../../contract.ts'
import { editTask } from '../../core/change.ts'
import { follows } from '../../core/follow.ts'
import { anew } from './anew.ts'
import { nowIso, type TasksContext } from '../context.ts'

export type Followed = SessionMove & { readonly taskId: string; readonly status: TaskStatus }

/** Resolves after the commit; never rejects, since the session's own change is committed already. */
export async function followSession(context: TasksContext, followed: Followed): Promise<void> {
  const { taskId, sessionId } = followed
  try {
    await anew(context, [], () => followOnce(context, followed))
  } catch (error) {
    context.log.error({ err: error, task_id: taskId, session_id: sessionId }, 'a task did not follow its session')
  }
}

async function followOnce(context: TasksContext, { taskId, status, sessionId, isStopped }: Followed): Promise<void> {
  const before = context.index.live(taskId)
  if (before === null || !follows(before, status)) return
  const at = nowIso(context)
  const who = { actor: 'session', by: sessionId } as const
  const { record, changes } = editTask(before, { status }, { at, who })
  // Whoever stopped the session knows why the task stands still.
  const after = isStopped ? { ...record, blocker: null, blocker_name: null } : record
  await context.ledger.commit([{ before, after, description: null, history: { kind: 'changed', who, changes } }], at)
}
