// Dependency chains: what a session still waits for, and the sessions that start once nothing holds them back.
import { startsByItself, unmetDependencies, type TaskFacts } from '../core/dependencies.ts'
import type { SessionRecord } from '../core/record.ts'
import { commitChange } from './apply.ts'
import type { SessionsContext } from './context.ts'
import { startSession } from './start.ts'

export function unmetOf(context: SessionsContext, dependsOn: readonly string[]): string[] {
  const facts: TaskFacts = {
    statusOf: context.tasks.statusOf,
    hasCompletedSession: (taskId) => context.registry.hasCompleted(taskId),
  }
  return unmetDependencies(dependsOn, facts)
}

/** A task was done or reopened, or a session linked to it entered or left completed. May be called twice. */
export async function settleTask(context: SessionsContext, taskId: string): Promise<void> {
  for (const record of context.registry.waitingFor(taskId)) await settle(context, record)
}

/** Looks at every waiting session again: at the start, and so that a start that failed is tried anew. */
export async function settleAll(context: SessionsContext): Promise<void> {
  const waiting = new Set(context.registry.awaitedTasks().flatMap((taskId) => context.registry.waitingFor(taskId)))
  for (const record of waiting) await settle(context, record)
}

async function settle(context: SessionsContext, record: SessionRecord): Promise<void> {
  const unmet = unmetOf(context, record.session.depends_on)
  const current = await updateBlockedBy(context, record, unmet)
  if (!startsByItself(current, unmet) || context.starting.has(record.session.id)) return
  const metadata = `nothing holds it back: ${record.session.depends_on.join(', ')}`.slice(0, 200)
  const started = await startSession(context, current, { source: 'dependency', metadata })
  if (started.ok) return
  context.log.warn(
    { session_id: record.session.id, ...started.error },
    'a session whose dependencies are met did not start',
  )
}

async function updateBlockedBy(
  context: SessionsContext,
  record: SessionRecord,
  unmet: readonly string[],
): Promise<SessionRecord> {
  if (unmet.join('\n') === record.session.blocked_by.join('\n')) return record
  const note = unmet.length === 0 ? 'nothing holds it back any more' : `waits for ${unmet.join(', ')}`
  return commitChange(context, record.session.id, {
    change: { session: { blocked_by: [...unmet] } },
    note: note.slice(0, 200),
  })
}
