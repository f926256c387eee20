// The tasks room as app/ wires it.
import { openTasks, tasksOver, type Tasks, type TasksOptions } from './open-tasks.ts'
import { startRetention } from './retention.ts'

export type RunningTasks = Tasks & AsyncDisposable

/** Loads all tasks. Rejects when they can't be read. `deletedDays`: how long a deleted one can be brought back. */
export async function createTasks(options: TasksOptions & { readonly deletedDays: number }): Promise<RunningTasks> {
  const context = await openTasks(options)
  const retention = startRetention(context, options.deletedDays)
  return { ...tasksOver(context), [Symbol.asyncDispose]: () => retention[Symbol.asyncDispose]() }
}

export type { Tasks } from './open-tasks.ts'
