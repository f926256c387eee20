// What the page takes from the tasks room.
import { lazy } from 'react'

export { changeTask, changeTasks, removeTasks } from './actions.ts'
export { TaskCall } from './card/task-call.tsx'
export { TaskCard } from './card/task-card.tsx'
export { TaskLink } from './card/task-link.tsx'
export { TaskRow } from './card/task-row.tsx'
export { findTasks } from './find-tasks.ts'
export { openNewTask } from './new-task-state.ts'
export { registerTasksInPalette } from './palette-source.ts'
export { TaskPortsContext, type TaskPorts } from './ports.ts'
export { tasks, toCard as toTaskCard } from './task-store.ts'
export { openTask } from './task-url.ts'
export { TasksHost } from './tasks-host.tsx'

/** Loaded with the first selection. */
export const ParentPicker = lazy(() =>
  import('./parent-picker.tsx').then(({ ParentPicker }) => ({ default: ParentPicker })),
)
