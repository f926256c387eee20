// The HTTP face of sessions: the registry under /api/hooks/sessions and the launcher under /api/agents.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { err, ok } from '#base/result.ts'
import { shown } from '#base/shown.ts'
import { errorBodySchema, pageQuerySchema, removedSchema, type Refusal } from '#platform/contract.ts'
import type { Api } from '#platform/server/http/api.ts'
import { sendRefusal, sendResult } from '#platform/server/http/refuse.ts'
import {
  agentTypeListSchema,
  launchRequestSchema,
  logNextHeader,
  logQuerySchema,
  patchAnswerSchema,
  patchRequestSchema,
  registerRequestSchema,
  removeQuerySchema,
  sessionAnswerSchema,
  sessionEventListSchema,
  sessionListQuerySchema,
  sessionListSchema,
  stopRequestSchema,
  type AgentType,
} from '../contract.ts'
import type { Asker } from '../core/asker.ts'
import { listPage, readListCursor } from '../core/list.ts'
import { patch, register, stop } from './commands.ts'
import type { SessionsContext } from './context.ts'
import { launch } from './launch.ts'
import type { LogPart, ReadLog } from './launcher/log-recorder.ts'
import { unknownSession } from './refusals.ts'
import { remove } from './remove.ts'

const idParams = z.strictObject({ id: z.string() })
const refused = { '4xx': errorBodySchema, '5xx': errorBodySchema }

export type RouteParts = {
  readonly context: SessionsContext
  readonly agentTypes: () => readonly AgentType[]
  /** A part of a session's log; null when there is none. */
  readonly readLog: (sessionId: string, part: ReadLog) => Promise<LogPart | null>
}

export function mountSessions(api: Api, parts: RouteParts): void {
  mountRegistry(api, parts)
  mountChanges(api, parts)
  mountAgents(api, parts)
  mountLog(api, parts)
}

function mountRegistry(api: Api, { context }: RouteParts): void {
  const config = { access: 'local_or_exposed' } as const
  const tags = ['sessions']
  api.get(
    '/api/hooks/sessions',
    {
      config,
      schema: {
        tags,
        summary: 'All tracked sessions, at once or by pages',
        querystring: sessionListQuerySchema,
        response: { 200: sessionListSchema, ...refused },
      },
    },
    async (request, reply) => {
      const { limit = null, cursor } = request.query
      const after = cursor === undefined ? null : readListCursor(cursor)
      if (after === undefined) return sendRefusal(reply, badCursor)
      const sessions = context.registry.all().map(({ session }) => session)
      return listPage(sessions.toArray(), { limit, after })
    },
  )
  api.get(
    '/api/hooks/sessions/:id',
    {
      config,
      schema: { tags, summary: 'One session', params: idParams, response: { 200: sessionAnswerSchema, ...refused } },
    },
    async (request, reply) => {
      const record = context.registry.get(request.params.id)
      return sendResult(
        reply,
        record === null ? err(unknownSession(request.params.id)) : ok({ session: record.session }),
      )
    },
  )
  api.get(
    '/api/hooks/sessions/:id/events',
    {
      config,
      schema: {
        tags,
        summary: 'Why a session is in its state: its events, newest first',
        params: idParams,
        querystring: pageQuerySchema,
        response: { 200: sessionEventListSchema, ...refused },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      if (context.registry.get(id) === null) return sendRefusal(reply, unknownSession(id))
      const before = readCursor(request.query.cursor)
      if (before === undefined) return sendRefusal(reply, badCursor)
      return context.events.page(id, { limit: request.query.limit, before })
    },
  )
}

function mountChanges(api: Api, { context }: RouteParts): void {
  const config = { access: 'local_or_exposed' } as const
  const tags = ['sessions']
  api.post(
    '/api/hooks/sessions',
    {
      config: { ...config, anonymousBodyBytes: registrationBytes },
      schema: {
        tags,
        summary: 'Register a session; a known tmux name answers the session that has it',
        body: registerRequestSchema,
        response: { 200: sessionAnswerSchema, 201: sessionAnswerSchema, ...refused },
      },
    },
    async (request, reply) => {
      const registered = await register(context, { request: request.body, by: askerOf(request) })
      if (!registered.ok) return sendRefusal(reply, registered.error)
      const { session, created } = registered.value
      return reply.code(created ? 201 : 200).send({ session })
    },
  )
  api.patch(
    '/api/hooks/sessions/:id',
    {
      config,
      schema: {
        tags,
        summary: 'Move a session to a state, or give it an event',
        params: idParams,
        body: patchRequestSchema,
        response: { 200: patchAnswerSchema, ...refused },
      },
    },
    async (request, reply) => {
      const asked = { request: request.body, by: askerOf(request) }
      return sendResult(reply, await patch(context, request.params.id, asked))
    },
  )
  api.delete(
    '/api/hooks/sessions/:id',
    {
      config: { ...config, raise: [{ query: 'kill', to: 'authenticated' }] },
      schema: {
        tags,
        summary: 'Dismiss a session and its artifacts; with kill=true also end its terminal',
        params: idParams,
        querystring: removeQuerySchema,
        response: { 200: removedSchema, ...refused },
      },
    },
    async (request, reply) => {
      const removed = await remove(context, request.params.id, { kill: request.query.kill === 'true' })
      return sendResult(reply, removed.ok ? ok({ ok: true as const }) : removed)
    },
  )
}

/** A registration without credentials is a name and a description. */
const registrationBytes = 65_536

function askerOf({ principal }: Pick<FastifyRequest, 'principal'>): Asker {
  return principal === null ? 'anybody' : 'authenticated'
}

function mountAgents(api: Api, { context, agentTypes }: RouteParts): void {
  const config = { access: 'authenticated' } as const
  const tags = ['agents']
  api.get(
    '/api/agents',
    {
      config,
      schema: {
        tags,
        summary: 'The agent types that can be launched',
        response: { 200: agentTypeListSchema, ...refused },
      },
    },
    async () => ({ agents: [...agentTypes()] }),
  )
  api.post(
    '/api/agents/launch',
    {
      config,
      schema: {
        tags,
        summary: 'Launch an agent in tmux, or queue it until its dependencies are met',
        body: launchRequestSchema,
        response: { 201: sessionAnswerSchema, ...refused },
      },
    },
    async (request, reply) => {
      const launched = await launch(context, request.body)
      return sendResult(reply, launched.ok ? ok({ session: launched.value }) : launched, 201)
    },
  )
  api.post(
    '/api/agents/stop',
    {
      config,
      schema: {
        tags,
        summary: 'Send Ctrl+C to a session and set it to failed',
        body: stopRequestSchema,
        response: { 200: sessionAnswerSchema, ...refused },
      },
    },
    async (request, reply) => {
      const stopped = await stop(context, request.body.session_id)
      return sendResult(reply, stopped.ok ? ok({ session: stopped.value.session }) : stopped)
    },
  )
}

function mountLog(api: Api, { readLog }: RouteParts): void {
  api.get(
    '/api/agents/:id/log',
    {
      config: { access: 'authenticated' },
      schema: {
        tags: ['agents'],
        summary: "The end of a session's output",
        params: idParams,
        querystring: logQuerySchema,
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const isDownload = request.query.download === 'true'
      const tailBytes = request.query.tail ?? (isDownload ? wholeLogBytes : usualTailBytes)
      const log = await readLog(id, { tailBytes, from: request.query.from ?? null })
      if (log === null) return sendRefusal(reply, noLog(id))
      // Ids of sessions that have a log are ours: letters and digits.
      if (isDownload)
        reply.header('content-disposition', `attachment; filename="${id.replaceAll(/[^\w.-]/g, '_')}.log"`)
      return reply.header('content-type', 'text/plain; charset=utf-8').header(logNextHeader, log.next).send(log.bytes)
    },
  )
}

/** Some screenfuls. */
const usualTailBytes = 65_536
/** More than is ever kept of one session. */
const wholeLogBytes = 10_485_760

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

function noLog(id: string): Refusal {
  return {
    error: 'not_found',
    reason: `There is no log of a session ${shown(id)}.`,
    hint: 'Only sessions launched by Orrery have one.',
  }
}
