// The HTTP face of tasks, under /api/tasks.
import { err, ok, type Result } from '#base/result.ts'
import { agentHeader, type Refusal } from '#platform/contract.ts'
import type { Api } from '#platform/server/http/api.ts'
import { mount } from '#platform/server/http/mount.ts'
import type { PageOfTasks, Task, TaskAnswer, TaskQuery } from '../contract.ts'
import type { Actor } from '../core/record.ts'
import { toTask } from '../core/task-view.ts'
import { taskRoutes } from './bound-routes.ts'
import { bulkEdit } from './bulk.ts'
import { changeTask, createTask, deleteTask, readTask, restoreTask, unknownTask } from './commands.ts'
import type { TasksContext } from './context.ts'
import { importTasks } from './import.ts'

export function mountTasks(api: Api, context: TasksContext): void {
  mountReading(api, context)
  mountChanges(api, context)
  mount(api, taskRoutes.editTasks, ({ body, request }) => bulkEdit(context, body, actorOf(request)))
  mount(api, taskRoutes.importTasks, async ({ body }) => importTasks(context, body))
}

function mountReading(api: Api, context: TasksContext): void {
  mount(api, taskRoutes.listTasks, async ({ query }) => {
    const after = readCursor(query.cursor)
    return after === undefined ? err(badCursor) : ok(await list(context, query, after ?? 0))
  })
  mount(api, taskRoutes.readTask, async ({ params }) => asAnswer(await readTask(context, params.id)))
  mount(api, taskRoutes.readTaskHistory, async ({ params: { id }, query }) => {
    if (context.index.get(id) === null) return err(unknownTask(context.index, id))
    const before = readCursor(query.cursor)
    if (before === undefined) return err(badCursor)
    const { rows, more } = await context.store.history(id, { limit: query.limit, before })
    return ok({ events: [...rows], next_cursor: more ? String(rows.at(-1)?.seq) : null })
  })
}

function mountChanges(api: Api, context: TasksContext): void {
  mount(api, taskRoutes.createTask, async ({ body, request }) =>
    asAnswer(await createTask(context, body, actorOf(request))),
  )
  mount(api, taskRoutes.changeTask, async ({ params, body, request }) =>
    asAnswer(await changeTask(context, params.id, { request: body, who: actorOf(request) })),
  )
  mount(api, taskRoutes.deleteTask, async ({ params, request }) => {
    const deleted = await deleteTask(context, params.id, actorOf(request))
    return deleted.ok ? ok({ ok: true }) : deleted
  })
  mount(api, taskRoutes.restoreTask, async ({ params, request }) =>
    asAnswer(await restoreTask(context, params.id, actorOf(request))),
  )
}

function asAnswer(task: Result<Task, Refusal>): Result<TaskAnswer, Refusal> {
  return task.ok ? ok({ task: task.value }) : task
}

async function list(context: TasksContext, query: TaskQuery, after: number): Promise<PageOfTasks> {
  // Links to a deleted task rest, and do not count.
  if (query.parent !== undefined && context.index.live(query.parent) === null) return { tasks: [], next_cursor: null }
  const { rows, more } = await context.store.find(query, after)
  const { index } = context
  const tasks = rows.flatMap(({ id, description }) =>
    index.live(id) === null ? [] : toTask(index.card(id), description),
  )
  return { tasks, next_cursor: more ? String(rows.at(-1)?.seq) : null }
}

type Asking = { readonly headers: Readonly<Record<string, string | string[] | undefined>> }

/** An agent may say who it is; it is a remark for the history and grants nothing. */
function actorOf({ headers }: Asking): Actor {
  const name = headers[agentHeader]
  if (typeof name !== 'string' || name === '') return { actor: 'user', by: null }
  return { actor: 'agent', by: name.slice(0, 200) }
}

/** Undefined for a cursor that we did not give out. */
function readCursor(cursor: string | undefined): number | null | undefined {
  if (cursor === undefined) return null
  return /^\d{1,15}$/.test(cursor) ? Number(cursor) : undefined
}

const badCursor: Refusal = {
  error: 'invalid_request',
  reason: 'The cursor is not one that a list answered.',
  hint: 'Leave cursor out to begin at the start of the list.',
  details: [{ field: 'cursor', reason: 'is not a next_cursor' }],
}
