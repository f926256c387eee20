// Links a session to the tasks that start it, as the launch dialog's 'Starts after' does.
import { call } from '#platform/web/api/call.ts'
import type { Problem } from '#platform/web/api/problem.ts'
import { report } from '#platform/web/ui/report.ts'
import { toastWithUndo } from '#platform/web/ui/toasts.ts'
import type { TaskCard } from '#rooms/tasks/contract.ts'
import { patchSession } from '../../api.ts'
import type { SessionCard } from '../../contract.ts'
import { unmetDependencies } from '../../core/start/dependencies.ts'
import { linkProblem } from '../../core/start/link-problem.ts'
import { learnSession, sessions } from '../session-store.ts'
import { titleOf } from '../../core/list/title.ts'

export type TaskOf = (id: string) => TaskCard | null

/** Sets all that the session waits for; shown at once, and taken back with the service's reason where it is refused. */
export function startAfter(session: SessionCard, dependsOn: readonly string[], taskOf: TaskOf): void {
  void sendOrTell(session, dependsOn, taskOf)
}

/** Adds one task to what the session waits for; Undo takes it away again. */
export function addStartAfter(session: SessionCard, task: string, taskOf: TaskOf): void {
  void add(session, task, taskOf)
}

/** Why the session cannot be linked to that task by hand, as a sentence; null when it can. */
export function whyNotAfter(session: SessionCard, task: string, taskOf: TaskOf): string | null {
  const title = `“${taskOf(task)?.title ?? task}”`
  const problem = whyNotLinked(session, task, taskOf)
  if (problem !== null) return problem
  if (session.depends_on.includes(task)) return `It starts after ${title} already`
  if (unmetOf([task], taskOf).length === 0) return `${title} is done already: start it instead`
  return null
}

/** Why the session would wait for itself, as a sentence; null when it would not. */
export function whyNotLinked(session: SessionCard, task: string, taskOf: TaskOf): string | null {
  const title = `“${taskOf(task)?.title ?? task}”`
  switch (linkProblem(session, task, sessions.all())) {
    case 'itself':
      return `It works on ${title} itself`
    case 'ring':
      return `${title} waits for it: neither would ever start`
    case null:
      return null
  }
}

async function add(session: SessionCard, task: string, taskOf: TaskOf): Promise<void> {
  const { depends_on: before, blocked_by: unmet } = session
  if ((await sendOrTell(session, [...before, task], taskOf)) !== null) return
  const said = `“${titleOf(session)}” starts after “${taskOf(task)?.title ?? task}”.`
  // Links whose tasks are all done would start it: a person had kept it from that.
  toastWithUndo({ tone: 'idle', title: said }, () => send(session, unmet.length === 0 ? [] : before, taskOf))
}

async function sendOrTell(session: SessionCard, dependsOn: readonly string[], taskOf: TaskOf): Promise<Problem | null> {
  const problem = await send(session, dependsOn, taskOf)
  if (problem !== null) report('Not linked', problem, () => startAfter(session, dependsOn, taskOf))
  return problem
}

/** Resolves with the refusal, or null. */
async function send(session: SessionCard, dependsOn: readonly string[], taskOf: TaskOf): Promise<Problem | null> {
  const { id } = session
  const lift = sessions.overlay(id, (truth) => waiting(truth, dependsOn, taskOf))
  const body = { depends_on: [...dependsOn] }
  const answer = await call(patchSession, { params: { id }, body })
  if (answer.ok) learnSession(answer.value.session)
  lift()
  return answer.ok ? null : answer.error
}

/** The session as the service will tell it, by what the page knows of the tasks. */
function waiting(truth: SessionCard, dependsOn: readonly string[], taskOf: TaskOf): SessionCard {
  const blockers = truth.state === 'idle' ? unmetOf(dependsOn, taskOf) : []
  return { ...truth, depends_on: [...dependsOn], blocked_by: blockers }
}

function unmetOf(dependsOn: readonly string[], taskOf: TaskOf): string[] {
  return unmetDependencies(dependsOn, {
    statusOf: (task) => taskOf(task)?.status ?? null,
    hasCompletedSession: (task) => sessions.all().some((each) => each.task_id === task && each.state === 'completed'),
  })
}
