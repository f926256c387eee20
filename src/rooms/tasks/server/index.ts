// The tasks room as app/ wires it.
import { openTasks, tasksOver, type Tasks, type TasksOptions } from './open-tasks.ts'

/** Loads all tasks. Rejects when they can't be read. */
export async function createTasks(options: TasksOptions): Promise<Tasks> {
  return tasksOver(await openTasks(options))
}

export type { Tasks } from './open-tasks.ts'
