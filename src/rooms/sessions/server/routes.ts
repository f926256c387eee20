// The HTTP face of sessions: the registry under /api/hooks/sessions and the launcher under /api/agents.
import type { FastifyRequest } from 'fastify'
import { err, ok, type Result } from '#base/result.ts'
import { shown } from '#base/shown.ts'
import type { Refusal } from '#platform/contract.ts'
import type { Api } from '#platform/server/http/api.ts'
import { mount, mountRaw } from '#platform/server/http/mount.ts'
import { sendRefusal } from '#platform/server/http/refuse.ts'
import { logNextHeader, type AgentType, type Session, type SessionAnswer } from '../contract.ts'
import type { Asker } from '../core/asker.ts'
import { listPage, readListCursor } from '../core/list.ts'
import { sessionRoutes } from './bound-routes.ts'
import { patch, register, stop } from './commands.ts'
import type { SessionsContext } from './context.ts'
import { launch } from './launch.ts'
import type { LogPart, ReadLog } from './launcher/log-recorder.ts'
import { unknownSession } from './refusals.ts'
import { remove } from './remove.ts'

export type SessionRouteParts = {
  readonly context: SessionsContext
  readonly agentTypes: () => readonly AgentType[]
  /** A part of a session's log; null when there is none. */
  readonly readLog: (sessionId: string, part: ReadLog) => Promise<LogPart | null>
}

export function mountSessions(api: Api, parts: SessionRouteParts): void {
  mountReading(api, parts)
  mountChanges(api, parts)
  mountAgents(api, parts)
  mountLog(api, parts)
}

function mountReading(api: Api, { context }: SessionRouteParts): void {
  mount(api, sessionRoutes.listSessions, ({ query: { limit = null, cursor } }) => {
    const after = cursor === undefined ? null : readListCursor(cursor)
    if (after === undefined) return err(badCursor)
    const sessions = context.registry.all().map(({ session }) => session)
    return ok(listPage(sessions.toArray(), { limit, after }))
  })
  mount(api, sessionRoutes.readSession, ({ params: { id } }) => {
    const record = context.registry.get(id)
    return record === null ? err(unknownSession(id)) : ok({ session: record.session })
  })
  mount(api, sessionRoutes.listSessionEvents, async ({ params: { id }, query }) => {
    if (context.registry.get(id) === null) return err(unknownSession(id))
    const before = readCursor(query.cursor)
    if (before === undefined) return err(badCursor)
    return ok(await context.events.page(id, { limit: query.limit, before }))
  })
}

function mountChanges(api: Api, { context }: SessionRouteParts): void {
  mount(api, sessionRoutes.registerSession, async ({ body, request }) => {
    const registered = await register(context, { request: body, by: askerOf(request) })
    if (!registered.ok) return registered
    const { session, created } = registered.value
    return { ...ok({ session }), status: created ? 201 : 200 }
  })
  mount(api, sessionRoutes.patchSession, ({ params, body, request }) =>
    patch(context, params.id, { request: body, by: askerOf(request) }),
  )
  mount(api, sessionRoutes.removeSession, async ({ params, query }) => {
    const removed = await remove(context, params.id, { kill: query.kill === 'true' })
    return removed.ok ? ok({ ok: true }) : removed
  })
}

function askerOf({ principal }: Pick<FastifyRequest, 'principal'>): Asker {
  return principal === null ? 'anybody' : 'authenticated'
}

function mountAgents(api: Api, { context, agentTypes }: SessionRouteParts): void {
  mount(api, sessionRoutes.listAgentTypes, () => ok({ agents: [...agentTypes()] }))
  mount(api, sessionRoutes.launchAgent, async ({ body }) => asAnswer(await launch(context, body)))
  mount(api, sessionRoutes.stopAgent, async ({ body }) => {
    const stopped = await stop(context, body.session_id)
    return stopped.ok ? ok({ session: stopped.value.session }) : stopped
  })
}

function asAnswer(session: Result<Session, Refusal>): Result<SessionAnswer, Refusal> {
  return session.ok ? ok({ session: session.value }) : session
}

function mountLog(api: Api, parts: SessionRouteParts): void {
  mountRaw(api, sessionRoutes.readLog, async ({ params: { id }, query }, reply) => {
    const isDownload = query.download === 'true'
    const tailBytes = query.tail ?? (isDownload ? wholeLogBytes : usualTailBytes)
    const log = await parts.readLog(id, { tailBytes, from: query.from ?? null })
    if (log === null) return void sendRefusal(reply, noLog(id))
    // Ids of sessions that have a log are ours: letters and digits.
    if (isDownload) reply.header('content-disposition', `attachment; filename="${id.replaceAll(/[^\w.-]/g, '_')}.log"`)
    reply.header('content-type', 'text/plain; charset=utf-8').header(logNextHeader, log.next).send(log.bytes)
  })
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
