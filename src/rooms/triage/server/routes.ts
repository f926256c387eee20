// The HTTP face of triage: /api/triage, /api/briefs and /api/morning.
import { ok, type Result } from '#base/result.ts'
import { removedSchema, type Refusal } from '#platform/contract.ts'
import type { Api } from '#platform/server/http/api.ts'
import { sendRefusal, sendResult } from '#platform/server/http/refuse.ts'
import {
  briefListSchema,
  briefQuerySchema,
  createBriefAnswerSchema,
  createBriefSchema,
  createOverrideSchema,
  lockAnswerSchema,
  lockRequestSchema,
  memoryAnswerSchema,
  memoryListSchema,
  overrideAnswerSchema,
  overrideListSchema,
  overrideQuerySchema,
  saveMemorySchema,
} from '../contract.ts'
import type { TriageContext } from './context.ts'
import { addOverride, lockTask, removeOverride, unlockTask } from './corrections.ts'
import { addBrief, addMemory, changeMemory, removeBrief, removeMemory } from './notes.ts'
import { config, idParams, readCursor, refused, tags, taskParams } from './route-parts.ts'
import { mountRuns } from './run-routes.ts'
import type { Runner } from './run/runner.ts'
import { mountViews } from './view-routes.ts'

export function mountTriage(api: Api, context: TriageContext, runner: Runner): void {
  mountBriefs(api, context)
  mountLocks(api, context)
  mountOverrides(api, context)
  mountMemories(api, context)
  mountViews(api, context)
  mountRuns(api, context, runner)
}

function mountBriefs(api: Api, context: TriageContext): void {
  api.post(
    '/api/briefs',
    {
      config,
      schema: {
        tags,
        summary: 'Tell the next run of triage something new',
        body: createBriefSchema,
        response: { 200: createBriefAnswerSchema, ...refused },
      },
    },
    async (request, reply) => sendResult(reply, ok(await addBrief(context, request.body))),
  )
  api.get(
    '/api/briefs',
    {
      config,
      schema: {
        tags,
        summary: 'Briefs that wait for a run, newest first; with consumed=true those that one has read',
        querystring: briefQuerySchema,
        response: { 200: briefListSchema, ...refused },
      },
    },
    async (request, reply) => {
      const { consumed, limit, cursor } = request.query
      const before = readCursor(cursor)
      if (!before.ok) return sendRefusal(reply, before.error)
      const { rows, next } = await context.briefs.list({ consumed, limit, before: before.value })
      return { briefs: [...rows], next_cursor: next }
    },
  )
  api.delete(
    '/api/briefs/:id',
    {
      config,
      schema: { tags, summary: 'Delete a brief', params: idParams, response: { 200: removedSchema, ...refused } },
    },
    async (request, reply) => sendResult(reply, gone(await removeBrief(context, request.params.id))),
  )
}

function mountLocks(api: Api, context: TriageContext): void {
  api.post(
    '/api/triage/lock/:task_id',
    {
      config,
      schema: {
        tags,
        summary: 'Lock a task at a lane: runs leave it alone until it is unlocked',
        params: taskParams,
        body: lockRequestSchema,
        response: { 200: lockAnswerSchema, ...refused },
      },
    },
    async (request, reply) => sendResult(reply, await lockTask(context, request.params.task_id, request.body)),
  )
  api.post(
    '/api/triage/unlock/:task_id',
    {
      config,
      schema: {
        tags,
        summary: 'Unlock a task: the next run scores it again',
        params: taskParams,
        response: { 200: lockAnswerSchema, ...refused },
      },
    },
    async (request, reply) => sendResult(reply, await unlockTask(context, request.params.task_id)),
  )
}

function mountOverrides(api: Api, context: TriageContext): void {
  api.post(
    '/api/triage/overrides',
    {
      config,
      schema: {
        tags,
        summary: 'Correct a part of a score or a lane; the next run obeys',
        body: createOverrideSchema,
        response: { 201: overrideAnswerSchema, ...refused },
      },
    },
    async (request, reply) => {
      const override = await addOverride(context, request.body)
      return sendResult(reply, override.ok ? ok({ override: override.value }) : override, 201)
    },
  )
  api.get(
    '/api/triage/overrides',
    {
      config,
      schema: {
        tags,
        summary: 'Corrections and locks, newest first',
        querystring: overrideQuerySchema,
        response: { 200: overrideListSchema, ...refused },
      },
    },
    async (request, reply) => {
      const { applied = null, task_id: taskId = null, limit, cursor } = request.query
      const before = readCursor(cursor)
      if (!before.ok) return sendRefusal(reply, before.error)
      const { rows, next } = await context.overrides.list({ applied, taskId, limit, before: before.value })
      return { overrides: [...rows], next_cursor: next }
    },
  )
  api.delete(
    '/api/triage/overrides/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Take a correction back that no run has read',
        params: idParams,
        response: { 200: removedSchema, ...refused },
      },
    },
    async (request, reply) => sendResult(reply, gone(await removeOverride(context, request.params.id))),
  )
}

function mountMemories(api: Api, context: TriageContext): void {
  api.get(
    '/api/triage/memories',
    { config, schema: { tags, summary: 'Durable notes', response: { 200: memoryListSchema, ...refused } } },
    async () => ({ memories: await context.memories.all() }),
  )
  api.post(
    '/api/triage/memories',
    {
      config,
      schema: {
        tags,
        summary: 'Keep a note that every run reads',
        body: saveMemorySchema,
        response: { 201: memoryAnswerSchema, ...refused },
      },
    },
    async (request, reply) => {
      const memory = await addMemory(context, request.body.body)
      return sendResult(reply, memory.ok ? ok({ memory: memory.value }) : memory, 201)
    },
  )
  api.patch(
    '/api/triage/memories/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Change a note',
        params: idParams,
        body: saveMemorySchema,
        response: { 200: memoryAnswerSchema, ...refused },
      },
    },
    async (request, reply) => {
      const memory = await changeMemory(context, request.params.id, request.body.body)
      return sendResult(reply, memory.ok ? ok({ memory: memory.value }) : memory)
    },
  )
  api.delete(
    '/api/triage/memories/:id',
    {
      config,
      schema: { tags, summary: 'Delete a note', params: idParams, response: { 200: removedSchema, ...refused } },
    },
    async (request, reply) => sendResult(reply, gone(await removeMemory(context, request.params.id))),
  )
}

/** Every removal answers the same. */
function gone(removed: Result<null, Refusal>): Result<{ readonly ok: true }, Refusal> {
  return removed.ok ? ok({ ok: true }) : removed
}
