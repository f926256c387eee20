// Whether a task needs a person: one that somebody blocked here, never one that came blocked.
import { shortened } from '#base/cut-text.ts'
import { needTextLimit, type Need, type NeedAbout } from '#rooms/inbox/contract.ts'
import type { TaskCard } from '../contract.ts'
import { ancestorsOf } from './on-board.ts'

type Found = (id: string) => TaskCard | null

export function needOf(task: TaskCard, find: Found): Need | null {
  const { id, status, blocker, title } = task
  if (status !== 'blocked' || blocker === null) return null
  return {
    kind: 'blocked',
    subject: { type: 'task', id },
    moment: task.status_since,
    since: task.status_since,
    title,
    text: shortened(whoBlocked(blocker), needTextLimit),
    // The session that tells of it, too.
    cause: blocker.actor === 'session' ? blocker.by : null,
    about: aboutOf(id, find),
    found_by: [],
    task_id: id,
    device_id: null,
    times: 1,
    again: null,
  }
}

/** What the task belongs to: its epic, or it alone where it has none; null for one that is not known. */
export function aboutOf(id: string, find: Found): NeedAbout | null {
  const task = find(id)
  if (task === null) return null
  const head = [task, ...ancestorsOf(task, find)].find(({ type }) => type === 'epic') ?? task
  return { type: 'task', id: head.id, title: head.title, project: task.project ?? head.project }
}

function whoBlocked({ actor, by }: NonNullable<TaskCard['blocker']>): string {
  switch (actor) {
    case 'session':
      return 'blocked by its session, which failed'
    case 'agent':
      return by === null ? 'blocked by an agent' : `blocked by ${by}`
    case 'user':
    case 'import':
      return 'blocked by a person'
  }
}
