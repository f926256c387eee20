// The HTTP face of tasks, under /api/tasks.
import { z } from 'zod'
import { ok } from '#base/result.ts'
import { agentHeader, errorBodySchema, pageQuerySchema, removedSchema, type Refusal } from '#platform/contract.ts'
import type { Api } from '#platform/server/http/api.ts'
import { sendRefusal, sendResult } from '#platform/server/http/refuse.ts'
import {
  bulkAnswerSchema,
  bulkRequestSchema,
  changeTaskSchema,
  createTaskSchema,
  importAnswerSchema,
  importRequestSchema,
  taskAnswerSchema,
  taskEventListSchema,
  taskListSchema,
  taskQuerySchema,
  type TaskQuery,
} from '../contract.ts'
import type { Actor } from '../core/record.ts'
import { toTask } from '../core/task-view.ts'
import { bulkEdit } from './bulk.ts'
import { changeTask, createTask, deleteTask, readTask, restoreTask, unknownTask } from './commands.ts'
import type { TasksContext } from './context.ts'
import { importTasks } from './import.ts'

const idParams = z.strictObject({ id: z.string() })
const refused = { '4xx': errorBodySchema, '5xx': errorBodySchema }
const config = { access: 'local_or_authenticated' } as const
const tags = ['tasks']

export function mountTasks(api: Api, context: TasksContext): void {
  mountReading(api, context)
  mountChanges(api, context)
  mountRemoval(api, context)
  mountMany(api, context)
}

function mountReading(api: Api, context: TasksContext): void {
  api.get(
    '/api/tasks',
    {
      config,
      schema: {
        tags,
        summary: 'Tasks in the order of their creation; filters combine, q finds words in titles and descriptions',
        querystring: taskQuerySchema,
        response: { 200: taskListSchema, ...refused },
      },
    },
    async (request, reply) => {
      const after = readCursor(request.query.cursor)
      if (after === undefined) return sendRefusal(reply, badCursor)
      return list(context, request.query, after ?? 0)
    },
  )
  api.get(
    '/api/tasks/:id',
    {
      config,
      schema: { tags, summary: 'One task', params: idParams, response: { 200: taskAnswerSchema, ...refused } },
    },
    async (request, reply) => {
      const task = await readTask(context, request.params.id)
      return sendResult(reply, task.ok ? ok({ task: task.value }) : task)
    },
  )
  api.get(
    '/api/tasks/:id/history',
    {
      config,
      schema: {
        tags,
        summary: 'What changed of a task, by whom and when, newest first; of a deleted one, too',
        params: idParams,
        querystring: pageQuerySchema,
        response: { 200: taskEventListSchema, ...refused },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      if (context.index.get(id) === null) return sendRefusal(reply, unknownTask(context.index, id))
      const before = readCursor(request.query.cursor)
      if (before === undefined) return sendRefusal(reply, badCursor)
      const { rows, more } = await context.store.history(id, { limit: request.query.limit, before })
      return { events: [...rows], next_cursor: more ? String(rows.at(-1)?.seq) : null }
    },
  )
}

function mountChanges(api: Api, context: TasksContext): void {
  api.post(
    '/api/tasks',
    {
      config,
      schema: {
        tags,
        summary: 'Make a task',
        body: createTaskSchema,
        response: { 201: taskAnswerSchema, ...refused },
      },
    },
    async (request, reply) => {
      const task = await createTask(context, request.body, actorOf(request))
      return sendResult(reply, task.ok ? ok({ task: task.value }) : task, 201)
    },
  )
  api.patch(
    '/api/tasks/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Change a task; what is left out stays',
        params: idParams,
        body: changeTaskSchema,
        response: { 200: taskAnswerSchema, ...refused },
      },
    },
    async (request, reply) => {
      const change = { request: request.body, who: actorOf(request) }
      const task = await changeTask(context, request.params.id, change)
      return sendResult(reply, task.ok ? ok({ task: task.value }) : task)
    },
  )
}

function mountRemoval(api: Api, context: TasksContext): void {
  api.delete(
    '/api/tasks/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Delete a task; what lies below it stays, without a parent. It can be restored',
        params: idParams,
        response: { 200: removedSchema, ...refused },
      },
    },
    async (request, reply) => {
      const deleted = await deleteTask(context, request.params.id, actorOf(request))
      return sendResult(reply, deleted.ok ? ok({ ok: true as const }) : deleted)
    },
  )
  api.post(
    '/api/tasks/:id/restore',
    {
      config,
      schema: {
        tags,
        summary: 'Bring a deleted task back with its links',
        params: idParams,
        response: { 200: taskAnswerSchema, ...refused },
      },
    },
    async (request, reply) => {
      const task = await restoreTask(context, request.params.id, actorOf(request))
      return sendResult(reply, task.ok ? ok({ task: task.value }) : task)
    },
  )
}

function mountMany(api: Api, context: TasksContext): void {
  api.post(
    '/api/tasks/bulk',
    {
      config,
      schema: {
        tags,
        summary: 'Change, delete or restore many tasks in one commit, or none of them',
        body: bulkRequestSchema,
        response: { 200: bulkAnswerSchema, ...refused },
      },
    },
    async (request, reply) => sendResult(reply, await bulkEdit(context, request.body, actorOf(request))),
  )
  api.post(
    '/api/tasks/import',
    {
      config,
      schema: {
        tags,
        summary: 'Import tasks from GitHub, Linear, vibe-kanban or a Markdown checklist; may be repeated',
        body: importRequestSchema,
        response: { 200: importAnswerSchema, ...refused },
      },
    },
    async (request, reply) => sendResult(reply, await importTasks(context, request.body)),
  )
}

async function list(context: TasksContext, query: TaskQuery, after: number) {
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
