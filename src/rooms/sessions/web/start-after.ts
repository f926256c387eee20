// Links a session to the tasks that start it, as the launch dialog's 'Starts after' does.
import { call } from '#platform/web/api/client.ts'
import { report } from '#platform/web/ui/report.ts'
import type { TaskCard } from '#rooms/tasks/contract.ts'
import type { Session, SessionCard } from '../contract.ts'
import { unmetDependencies } from '../core/dependencies.ts'
import { pathOf } from './actions.ts'
import { learnSession, sessions } from './session-store.ts'

type TaskOf = (id: string) => TaskCard | null

/** Sets all that the session waits for; shown at once, and taken back with the service's reason where it is refused. */
export function startAfter(session: SessionCard, dependsOn: readonly string[], taskOf: TaskOf): void {
  void send(session, dependsOn, taskOf)
}

async function send({ id }: SessionCard, dependsOn: readonly string[], taskOf: TaskOf): Promise<void> {
  const lift = sessions.overlay(id, (truth) => waiting(truth, dependsOn, taskOf))
  const body = { depends_on: [...dependsOn] }
  const answer = await call<{ session: Session }>(pathOf(id), { method: 'PATCH', body })
  if (answer.ok) learnSession(answer.value.session)
  lift()
  if (!answer.ok) report('Not linked', answer.error)
}

/** The session as the service will tell it, by what the page knows of the tasks. */
function waiting(truth: SessionCard, dependsOn: readonly string[], taskOf: TaskOf): SessionCard {
  const unmet = unmetDependencies(dependsOn, {
    statusOf: (task) => taskOf(task)?.status ?? null,
    hasCompletedSession: (task) => sessions.all().some((each) => each.task_id === task && each.state === 'completed'),
  })
  return { ...truth, depends_on: [...dependsOn], blocked_by: truth.state === 'idle' ? unmet : [] }
}
