// The tasks room as app/ wires it.
import type { GroundOf } from '#platform/server/house/ground.ts'
import type { Room } from '#platform/server/house/room.ts'
import type { BringStep } from '#rooms/home/contract.ts'
import type { ActivitySource } from '#rooms/activity/contract.ts'
import { liveTasks } from '../api.ts'
import { tasksStep } from '../core/home.ts'
import { openTasks, tasksOver, type Tasks } from './open-tasks.ts'
import type { TaskSettled } from './ports.ts'
import type { SearchSource } from '#rooms/search/contract.ts'
import { createTaskSearch } from './search-source.ts'
import { taskActivity } from './store/task-activity.ts'
import { startRetention } from './store/retention.ts'

/** The parts of the ground that this room stands on; its tasks are told under `liveTasks`. */
export type TasksGround = GroundOf<'database' | 'live' | 'clock' | 'timers' | 'log', 'retention'>

/** The room at work: see `Tasks`. */
export interface TasksRoom extends Tasks, Room {
  mount: Tasks['mount']
  /** Tasks, for search. */
  readonly searched: readonly SearchSource[]
  /** Tells from now on of each task that was done, or is done no more. */
  onSettled(listener: TaskSettled): void
  /** The first task, as one of Home's first steps. */
  readonly stepOnHome: BringStep
  /** What happened to tasks. */
  readonly activity: readonly ActivitySource[]
}

/** Loads all tasks, and forgets deleted ones in time. Rejects when they can't be read. */
export async function openTasksRoom(ground: TasksGround): Promise<TasksRoom> {
  const { config, live, timers } = ground
  const listeners: TaskSettled[] = []
  const context = await openTasks({
    ...ground,
    ...live.offer(liveTasks, { all: () => tasks.cards() }),
    onTaskSettled: (taskId) => listeners.forEach((tell) => tell(taskId)),
  })
  const tasks = tasksOver(context)
  const retention = startRetention(context, { days: () => config.retention.deletedTasksDays, every: timers.every })
  return {
    ...tasks,
    searched: [createTaskSearch({ context, read: ground.database.read })],
    stepOnHome: () => tasksStep(tasks.cards().length),
    activity: [taskActivity(ground.database)],
    onSettled: (listener) => void listeners.push(listener),
    [Symbol.asyncDispose]: () => retention[Symbol.asyncDispose](),
  }
}

export type { Tasks } from './open-tasks.ts'
