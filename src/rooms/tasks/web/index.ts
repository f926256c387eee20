// What the page takes from the tasks room.
import { lazyHost } from '#platform/web/lazy/lazy-part.tsx'
import type { PageRoom } from '#platform/web/shell/page-room.ts'
import { tasksFollower } from './live.ts'

export { taskKind } from './card/task-kind.ts'
export { TaskLink } from './card/task-link.tsx'
export { findTasks } from './find-tasks.ts'
export { openNewTask } from './new-task-state.ts'
export { TaskPortsContext, type TaskPorts } from './ports.ts'
export { tasks } from './task-store.ts'
export { hrefOfTask, openTask } from './task-url.ts'

/** Panels and dialogs of tasks, and their place in the palette. */
export const tasksRoom: PageRoom = {
  name: 'tasks',
  palette: () => import('./palette-source.ts').then(({ taskSource }) => [taskSource]),
  followers: [tasksFollower],
  Host: lazyHost(() => import('./tasks-host.tsx').then(({ TasksHost }) => TasksHost)),
}
