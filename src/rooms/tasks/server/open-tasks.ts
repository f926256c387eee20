// Brings the room to life: loads all tasks, and keeps memory, tables and viewers in step from then on.
import { randomBytes } from 'node:crypto'
import { idFrom } from '#base/ids.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/db/open-database.ts'
import type { Api } from '#platform/server/http/api.ts'
import type { Publish } from '#platform/server/live/kinds.ts'
import type { Log } from '#platform/server/log/log.ts'
import type { SessionMove, Task, TaskCard, TaskStatus } from '../contract.ts'
import type { Need, NeedAbout } from '#rooms/inbox/contract.ts'
import { aboutOf, needOf } from '../core/need.ts'
import { toTask } from '../core/task-view.ts'
import type { TasksContext } from './context.ts'
import { followSession } from './change/follow.ts'
import { fillWords } from './store/fill-words.ts'
import { createOtherTasks, followOthers } from './store/follow-others.ts'
import { createLedger } from './store/ledger.ts'
import { createPending, nothingPending } from './store/pending.ts'
import type { TaskSettled } from './ports.ts'
import { mountTasks } from './routes.ts'
import { createTaskStore } from './store/store.ts'
import { createTaskIndex } from './store/task-index.ts'
import { createTriageColumns, type TriageColumns } from './store/triage-columns.ts'

export interface Tasks {
  /** Mounts /api/tasks. */
  mount(api: Api): void
  /** Every task in card form, in the order of their creation. */
  cards(): TaskCard[]
  /** The task's status, or null for an id that is unknown or deleted. */
  statusOf(taskId: string): TaskStatus | null
  /** Its status and since when it has it, ISO 8601; null for an id that is unknown or deleted. */
  standingOf(taskId: string): { readonly status: TaskStatus; readonly since: string } | null
  /** The whole task, or null for an id that is unknown or deleted. */
  task(taskId: string): Promise<Task | null>
  /** What a blocked task says of that, where somebody here has to look; null for all others. */
  needOf(task: TaskCard): Need | null
  /** What the task belongs to: its epic, or it alone; null for an id that is unknown or deleted, as below. */
  aboutOf(taskId: string): NeedAbout | null
  /** Its title, or the id where it has none here. */
  nameOf(taskId: string): string
  /** What triage may read and write of tasks. */
  readonly triage: TriageColumns
  /**
   * Moves a task after its session: at once for `statusOf`, committed when the promise resolves. It never rejects. A task
   * that is unknown, deleted, or closed by anybody but a session stays as it is.
   */
  follow(taskId: string, status: TaskStatus, move: SessionMove): Promise<void>
}

export type TasksOptions = {
  readonly database: Pick<Database, 'read' | 'commits' | 'others'>
  readonly publish: Publish<TaskCard>
  readonly onTaskSettled: TaskSettled
  readonly clock: Clock
  readonly log: Log
}

/** Rejects when the tasks can't be read. */
export async function openTasks(options: TasksOptions): Promise<TasksContext> {
  const { database, publish, onTaskSettled, clock, log } = options
  await fillWords(database)
  const store = createTaskStore(database)
  const index = createTaskIndex()
  const isShared = database.others.node !== null
  const pending = isShared ? createPending() : nothingPending
  const parts = { index, store, pending, publish, onTaskSettled, commits: database.commits }
  const others = isShared ? createOtherTasks(parts) : null
  const loaded = Promise.withResolvers<void>()
  // Before the tasks are read, so that nothing is missed.
  if (others !== null) followOthers({ database, tasks: others, parts, loaded: loaded.promise, log })
  for (const { record, mark } of await store.load()) {
    index.put(record)
    index.mark(record.id, mark)
  }
  loaded.resolve()
  const ledger = createLedger(parts)
  const triage = createTriageColumns({ index, read: database.read, pending, publish })
  return { index, store, ledger, others, triage, clock, log, makeId: () => makeId((id) => index.get(id) !== null) }
}

export function tasksOver(context: TasksContext): Tasks {
  const { index } = context
  const find = (id: string): TaskCard | null => (index.live(id) === null ? null : index.card(id))
  return {
    mount: (api) => mountTasks(api, context),
    cards: () => index.all().map(({ id }) => index.card(id)),
    statusOf: (taskId) => index.live(taskId)?.status ?? null,
    standingOf(taskId) {
      const task = index.live(taskId)
      return task === null ? null : { status: task.status, since: task.status_since }
    },
    async task(taskId) {
      if (index.live(taskId) === null) return null
      const description = await context.store.description(taskId)
      return index.live(taskId) === null ? null : toTask(index.card(taskId), description)
    },
    needOf: (task) => needOf(task, find),
    aboutOf: (taskId) => aboutOf(taskId, find),
    nameOf: (taskId) => index.live(taskId)?.title ?? taskId,
    triage: context.triage,
    follow: (taskId, status, move) => followSession(context, { taskId, status, ...move }),
  }
}

/** Short enough to be typed; two billion of them, so that a second try is rare. */
function makeId(isTaken: (id: string) => boolean): string {
  for (;;) {
    const id = `t-${idFrom(randomBytes(6))}`
    if (!isTaken(id)) return id
  }
}
