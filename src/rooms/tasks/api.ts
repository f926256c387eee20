// The routes of tasks.
import type { Removed, PageQuery } from '#platform/contract.ts'
import { liveKind } from '#platform/live-kind.ts'
import { route } from '#platform/route.ts'
import type {
  BulkAnswer,
  BulkRequest,
  ChangeTask,
  CreateTask,
  ImportAnswer,
  ImportRequest,
  PageOfTaskEvents,
  PageOfTasks,
  TaskAnswer,
  TaskCard,
  TaskQuery,
} from './contract.ts'

const access = 'local_or_authenticated'

/** Tasks on the board's socket. */
export const liveTasks = liveKind<TaskCard>()({ kind: 'task', listed: 'tasks' })

/** Tasks in the order of their creation, page by page. */
export const listTasks = route<{ query: Partial<TaskQuery>; answer: PageOfTasks }>()({
  method: 'GET',
  path: '/api/tasks',
  access,
})

/** One task with its whole description. */
export const readTask = route<{ answer: TaskAnswer }>()({ method: 'GET', path: '/api/tasks/:id', access })

/** What changed of a task, newest first; of a deleted one, too. */
export const readTaskHistory = route<{ query: PageQuery; answer: PageOfTaskEvents }>()({
  method: 'GET',
  path: '/api/tasks/:id/history',
  access,
})

/** Makes a task. Refuses an id that is in use with `conflict`. */
export const createTask = route<{ body: CreateTask; answer: TaskAnswer }>()({
  method: 'POST',
  path: '/api/tasks',
  access,
})

/** Changes a task; what is left out stays. */
export const changeTask = route<{ body: ChangeTask; answer: TaskAnswer }>()({
  method: 'PATCH',
  path: '/api/tasks/:id',
  access,
})

/** Deletes a task, which can be brought back. */
export const deleteTask = route<{ answer: Removed }>()({ method: 'DELETE', path: '/api/tasks/:id', access })

/** Brings a deleted task back with its links. */
export const restoreTask = route<{ answer: TaskAnswer }>()({
  method: 'POST',
  path: '/api/tasks/:id/restore',
  access,
})

/** Changes, deletes or restores many tasks in one commit, or none of them. */
export const editTasks = route<{ body: BulkRequest; answer: BulkAnswer }>()({
  method: 'POST',
  path: '/api/tasks/bulk',
  access,
})

/** Imports tasks from an export of another tracker; may be repeated. */
export const importTasks = route<{ body: ImportRequest; answer: ImportAnswer }>()({
  method: 'POST',
  path: '/api/tasks/import',
  access,
})
