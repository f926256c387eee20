// Dependency chains: what a session still waits for, and the sessions that start once nothing holds them back.
import { cutText } from '#base/cut-text.ts'
import { startsByItself, unmetDependencies, type TaskFacts } from '../../core/start/dependencies.ts'
import type { SessionRecord } from '../../core/record.ts'
import { commitChange } from '../change/apply.ts'
import type { SessionsContext } from '../context.ts'
import { startSession } from './start.ts'

export function unmetOf(context: SessionsContext, dependsOn: readonly string[]): string[] {
  const facts: TaskFacts = {
    statusOf: context.tasks.statusOf,
    hasCompletedSession: (taskId) => context.registry.hasCompleted(taskId) || context.foreign.hasCompleted(taskId),
  }
  return unmetDependencies(dependsOn, facts)
}

/** A task was done or reopened, or a session linked to it entered or left completed. May be called twice. */
export async function settleTask(context: SessionsContext, taskId: string): Promise<void> {
  await settleEach(context, context.registry.waitingFor(taskId))
}

/** Looks at every waiting session again: at the start, and so that a start that failed is tried anew. */
export async function settleAll(context: SessionsContext): Promise<void> {
  await settleEach(
    context,
    context.registry.awaitedTasks().flatMap((taskId) => context.registry.waitingFor(taskId)),
  )
}

async function settleEach(context: SessionsContext, waiting: readonly SessionRecord[]): Promise<void> {
  for (const id of new Set(waiting.map(({ session }) => session.id))) await settle(context, id)
}

/** While others are settled, and while it is written, a session may be dismissed or started: it is read anew each time. */
async function settle(context: SessionsContext, id: string): Promise<void> {
  const before = context.registry.get(id)
  if (before === null || before.session.state !== 'idle') return
  await updateBlockedBy(context, before)
  const record = context.registry.get(id)
  if (record === null || context.starting.has(id)) return
  const { depends_on } = record.session
  if (!startsByItself(record, unmetOf(context, depends_on))) return
  // It goes on waiting, and is looked at again.
  if (context.budget.mayStart(record.session) !== null) return
  const metadata = cutText(`nothing holds it back: ${depends_on.join(', ')}`, 200)
  const started = await startSession(context, record, { source: 'dependency', metadata, by: 'authenticated' })
  if (started.ok) return
  context.log.warn({ session_id: id, ...started.error }, 'a session whose dependencies are met did not start')
}

async function updateBlockedBy(context: SessionsContext, { session }: SessionRecord): Promise<void> {
  const unmet = unmetOf(context, session.depends_on)
  if (unmet.join('\n') === session.blocked_by.join('\n')) return
  const note = unmet.length === 0 ? 'nothing holds it back any more' : `waits for ${unmet.join(', ')}`
  await commitChange(context, session.id, { change: { session: { blocked_by: unmet } }, note: cutText(note, 200) })
}
