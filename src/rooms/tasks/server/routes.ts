// The HTTP face of tasks, under /api/tasks.
import { err, ok, type Result } from '#base/result.ts'
import { type Refusal } from '#platform/contract.ts'
import type { Api } from '#platform/server/http/api.ts'
import { mount } from '#platform/server/http/mount.ts'
import { whoAsks } from '#platform/server/http/who-asks.ts'
import { pageRequest, type PageRequest } from '#platform/server/http/pages.ts'
import type { PageOfTasks, Task, TaskAnswer } from '../contract.ts'
import type { Actor } from '../core/record.ts'
import { toTask } from '../core/task-view.ts'
import { taskRoutes } from './bound-routes.ts'
import { bulkEdit } from './change/bulk.ts'
import { changeTask, createTask, deleteTask, readTask, restoreTask, unknownTask } from './change/commands.ts'
import type { TasksContext } from './context.ts'
import { importTasks } from './change/import.ts'
import type { TaskFilters } from './store/store.ts'

export function mountTasks(api: Api, context: TasksContext): void {
  mountReading(api, context)
  mountChanges(api, context)
  mount(api, taskRoutes.editTasks, ({ body, request }) => bulkEdit(context, body, actorOf(request)))
  mount(api, taskRoutes.importTasks, async ({ body }) => importTasks(context, body))
}

function mountReading(api: Api, context: TasksContext): void {
  mount(api, taskRoutes.listTasks, async ({ query }) => {
    const page = pageRequest(query)
    return page.ok ? ok(await list(context, query, page.value)) : page
  })
  mount(api, taskRoutes.readTask, async ({ params }) => asAnswer(await readTask(context, params.id)))
  mount(api, taskRoutes.readTaskHistory, async ({ params: { id }, query }) => {
    if (context.index.get(id) === null) return err(unknownTask(context.index, id))
    const page = pageRequest(query)
    if (!page.ok) return page
    const { rows, next } = await context.store.history(id, page.value)
    return ok({ events: [...rows], next_cursor: next })
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

async function list(context: TasksContext, filters: TaskFilters, page: PageRequest): Promise<PageOfTasks> {
  // Links to a deleted task rest, and do not count.
  if (filters.parent !== undefined && context.index.live(filters.parent) === null) {
    return { tasks: [], next_cursor: null }
  }
  const { rows, next } = await context.store.find(filters, page)
  const { index } = context
  const tasks = rows.flatMap(({ id, description }) =>
    index.live(id) === null ? [] : toTask(index.card(id), description),
  )
  return { tasks, next_cursor: next }
}

/** An agent may say who it is; a person is named by what they use. */
function actorOf(request: Parameters<typeof whoAsks>[0]): Actor {
  const { kind, name } = whoAsks(request)
  return { actor: kind === 'agent' ? 'agent' : 'user', by: name }
}
