// Which cards may stand elsewhere after one of them changed.
import type { EntityChange } from '#platform/web/store/entity-store.ts'
import type { SessionCard } from '#rooms/sessions/contract.ts'
import type { TaskCard } from '#rooms/tasks/contract.ts'
import { taskKey, type CardKey } from '../../core/keys.ts'

/** The session, and the task it works on: a blocked task rests while its session calls. */
export function affectedBySession({ id, before, after }: EntityChange<SessionCard>): CardKey[] {
  if (before !== null && after !== null && before.state === after.state && before.task_id === after.task_id) return [id]
  const tasks = [before?.task_id, after?.task_id].filter((task) => task !== null && task !== undefined)
  return [id, ...tasks.map(taskKey)]
}

type Links = {
  readonly task: (id: string) => TaskCard | null
  readonly sessionsOf: (taskId: string) => readonly string[]
}

/** The task and its sessions; when its lane or its name changed, all that hangs below it, too. */
export function affectedByTask({ id, before, after }: EntityChange<TaskCard>, links: Links): CardKey[] {
  const own = [taskKey(id), ...links.sessionsOf(id)]
  const isStill =
    before !== null &&
    after !== null &&
    before.parent === after.parent &&
    before.type === after.type &&
    before.title === after.title
  if (isStill) return own
  const below = new Set([...(before?.children ?? []), ...(after?.children ?? [])])
  // Walks a growing set: what it finds is walked as well, each once.
  for (const child of below) for (const next of links.task(child)?.children ?? []) below.add(next)
  return [...own, ...[...below].flatMap((child) => [taskKey(child), ...links.sessionsOf(child)])]
}
