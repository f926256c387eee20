// A new task while it is written: what its fields begin with, what fits together, and what is sent.
import type { CreateTask, TaskCard, TaskPriority, TaskStatus, TaskType } from '../../contract.ts'
import { holds } from '../../core/hierarchy.ts'
import type { NewTaskStart } from '../new-task-state.ts'

export type TaskDraft = {
  readonly title: string
  readonly type: TaskType
  readonly priority: TaskPriority
  readonly status: TaskStatus
  readonly parent: string | null
  readonly project: string
  readonly description: string
}

type FindTask = (id: string) => TaskCard | null

export function beginDraft({ parent, status = 'backlog' }: NewTaskStart, find: FindTask): TaskDraft {
  const above = find(parent ?? '')
  return {
    title: '',
    type: above?.type === 'epic' ? 'story' : 'task',
    priority: 'P3',
    status,
    parent: parent ?? null,
    project: above?.project ?? '',
    description: '',
  }
}

/** What was left unsent, in the place where a new task is now asked for. */
export function resumeDraft(start: NewTaskStart, kept: TaskDraft | null, find: FindTask): TaskDraft {
  const begun = beginDraft(start, find)
  if (kept === null) return begun
  const place = start.parent === undefined ? {} : { parent: begun.parent, type: begun.type, project: begun.project }
  return fitting({ ...kept, ...place, ...(start.status === undefined ? {} : { status: start.status }) }, find)
}

/** Whether anything was written that would be missed. */
export function isWorthKeeping({ title, description }: TaskDraft): boolean {
  return title.trim() !== '' || description.trim() !== ''
}

/** A parent that the type does not fit is let go. */
export function fitting(draft: TaskDraft, find: FindTask): TaskDraft {
  const above = find(draft.parent ?? '')
  return above !== null && !holds[above.type].includes(draft.type) ? { ...draft, parent: null } : draft
}

/** The project of the parent, where none was named. */
export function projectOf(parent: string | null, present: string, find: FindTask): Partial<TaskDraft> {
  return present === '' && parent !== null ? { project: find(parent)?.project ?? '' } : {}
}

/** What is empty is left out. */
export function requestOf({ project, description, ...fields }: TaskDraft): CreateTask {
  return {
    ...fields,
    ...(project.trim() === '' ? {} : { project: project.trim() }),
    ...(description.trim() === '' ? {} : { description }),
  }
}
