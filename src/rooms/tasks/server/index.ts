// The tasks room as app/ wires it.
import type { Kinds } from '#platform/server/live/kinds.ts'
import { systemTimers, type Timers } from '#platform/server/timers.ts'
import { liveTasks } from '../api.ts'
import { openTasks, tasksOver, type Tasks, type TasksOptions } from './open-tasks.ts'
import { startRetention } from './store/retention.ts'

/** The room at work. Disposing ends what it does by itself. */
export type RunningTasks = Tasks & AsyncDisposable

type RunningOptions = Omit<TasksOptions, 'publish'> & {
  /** Told of every task, under `liveTasks`. */
  readonly live: Pick<Kinds, 'offer'>
  /** How long a deleted task can be brought back. */
  readonly deletedDays: number
  /** Default: the machine's. */
  readonly timers?: Timers
}

/** Loads all tasks. Rejects when they can't be read. */
export async function createTasks(options: RunningOptions): Promise<RunningTasks> {
  const { deletedDays, live, timers = systemTimers } = options
  const context = await openTasks({ ...options, ...live.offer(liveTasks, { all: () => tasks.cards() }) })
  const tasks = tasksOver(context)
  const retention = startRetention(context, { days: deletedDays, every: timers.every })
  return { ...tasks, [Symbol.asyncDispose]: () => retention[Symbol.asyncDispose]() }
}

export type { Tasks } from './open-tasks.ts'
