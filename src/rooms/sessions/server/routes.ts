// The HTTP face of sessions: the registry under /api/hooks/sessions and the launcher under /api/agents.
import type { FastifyRequest } from 'fastify'
import { err, ok, type Result } from '#base/result.ts'
import { shown } from '#base/shown.ts'
import type { Refusal } from '#platform/contract.ts'
import type { AuditLog, AuditRow } from '#platform/server/audit/audit.ts'
import type { Api } from '#platform/server/http/api.ts'
import { mount, mountRaw } from '#platform/server/http/mount.ts'
import { badCursor, pageRequest } from '#platform/server/http/pages.ts'
import { whoAsks, type WhoAsks } from '#platform/server/http/who-asks.ts'
import { sendRefusal } from '#platform/server/http/refuse.ts'
import { logNextHeader, type AgentType, type Session, type SessionAnswer } from '../contract.ts'
import type { Asker } from '../core/asker.ts'
import { listPage, readListCursor } from '../core/list/list.ts'
import { sessionRoutes } from './bound-routes.ts'
import { patch, register } from './change/commands.ts'
import { mountAnswers } from './answer/answer-routes.ts'
import { mountPast } from './past/past-routes.ts'
import type { SessionsContext } from './context.ts'
import { launch } from './start/launch.ts'
import type { LogPart, ReadLog } from './launcher/log-recorder.ts'
import type { LastLines } from './output/last-lines.ts'
import { viewOf } from './output/session-view.ts'
import { unknownSession } from './change/refusals.ts'
import { ownerByBody, ownerById, ownerOfLog } from './nodes/owners.ts'
import { shownSession, shownSessions } from './nodes/shown.ts'
import { remove } from './end/remove.ts'
import { stop } from './end/stop.ts'

export type SessionRouteParts = {
  readonly context: SessionsContext
  /** Days that past sessions are kept. */
  readonly pastDays: () => number
  /** Where a launch that is refused leaves its trace: there is no session that could. */
  readonly audit: AuditLog
  readonly agentTypesInFull: () => Promise<readonly AgentType[]>
  readonly lines: Pick<LastLines, 'refresh' | 'of'>
  /** A part of a session's log; null when there is none. */
  readonly readLog: (sessionId: string, part: ReadLog) => Promise<LogPart | null>
}

export function mountSessions(api: Api, parts: SessionRouteParts): void {
  mountReading(api, parts)
  mountChanges(api, parts)
  mountAgents(api, parts)
  mountLog(api, parts)
  mountAnswers(api, parts.context)
  mountPast(api, parts)
}

function mountReading(api: Api, { context, lines }: SessionRouteParts): void {
  mount(api, sessionRoutes.listSessions, async ({ query: { limit = null, cursor } }) => {
    const after = cursor === undefined ? null : readListCursor(cursor)
    if (after === undefined) return err(badCursor)
    await lines.refresh()
    const { sessions, next_cursor } = listPage(shownSessions(context), { limit, after })
    return ok({ sessions: sessions.map((session) => viewOf({ context, lines }, session)), next_cursor })
  })
  mount(api, sessionRoutes.readSession, async ({ params: { id } }) => {
    await lines.refresh()
    const session = shownSession(context, id)
    return session === null ? err(unknownSession(id)) : ok({ session: viewOf({ context, lines }, session) })
  })
  mount(api, sessionRoutes.listSessionEvents, async ({ params: { id }, query }) => {
    const session = shownSession(context, id)
    if (session === null) return err(unknownSession(id))
    const page = pageRequest(query)
    if (!page.ok) return page
    const node = session.node?.name ?? context.events.node
    return ok(await context.events.page(id, { limit: query.limit, before: page.value.from, node }))
  })
}

function mountChanges(api: Api, { context, audit }: SessionRouteParts): void {
  mount(api, sessionRoutes.registerSession, async ({ body, request }) => {
    const registered = await register(context, { request: body, by: askerOf(request), who: whoAsks(request) })
    if (!registered.ok) return registered
    const { session, created } = registered.value
    return { ...ok({ session }), status: created ? 201 : 200 }
  })
  const owner = ownerById(context)
  mount(api, sessionRoutes.patchSession, {
    owner,
    handle: ({ params, body, request }) =>
      patch(context, params.id, { request: body, by: askerOf(request), who: whoAsks(request) }),
  })
  mount(api, sessionRoutes.removeSession, {
    owner,
    async handle({ params, query, request }) {
      const who = whoAsks(request)
      const isPurge = query.purge === 'true'
      const removed = await remove(context, params.id, { kill: query.kill === 'true', purge: isPurge, who })
      if (removed.ok && isPurge) await audit.record(purged(params.id, who))
      return removed.ok ? ok({ ok: true }) : removed
    },
  })
}

function askerOf({ principal }: Pick<FastifyRequest, 'principal'>): Asker {
  return principal === null ? 'anybody' : 'authenticated'
}

function mountAgents(api: Api, { context, agentTypesInFull, audit }: SessionRouteParts): void {
  mount(api, sessionRoutes.listAgentTypes, async () => ok({ agents: [...(await agentTypesInFull())] }))
  mount(api, sessionRoutes.launchAgent, async ({ body, request }) => {
    const who = whoAsks(request)
    const launched = await launch(context, body, who)
    if (!launched.ok) await audit.record(refusedLaunch(launched.error, { agentType: body.agent_type, who }))
    return asAnswer(launched)
  })
  mount(api, sessionRoutes.stopAgent, {
    owner: ownerByBody(context),
    async handle({ body, request }) {
      const { session_id: id, force = false } = body
      const stopped = await stop(context, id, { force: force ?? false, who: whoAsks(request) })
      return stopped.ok ? ok({ session: stopped.value.session }) : stopped
    },
  })
}

/** By its id alone: what it was called may be what should be forgotten. */
function purged(id: string, who: WhoAsks): AuditRow {
  const subject = { type: 'session', id, label: 'A session' }
  return { kind: 'session.purged', actor: who, subject, text: 'removed for good, with its prompt, output and events' }
}

type Refused = { readonly agentType: string; readonly who: WhoAsks }

/** In words without a path or a prompt: the fields that did not fit are named alone. */
function refusedLaunch({ error, details = [] }: Refusal, { agentType, who }: Refused): AuditRow {
  const fields = details.map(({ field }) => field).join(', ')
  const why = error.replaceAll('_', ' ') + (fields === '' ? '' : ` (${fields})`)
  const subject = { type: 'agent', id: agentType, label: agentType }
  return { kind: 'launch.refused', actor: who, subject, text: `a launch was refused: ${why}` }
}

function asAnswer(session: Result<Session, Refusal>): Result<SessionAnswer, Refusal> {
  return session.ok ? ok({ session: session.value }) : session
}

function mountLog(api: Api, parts: SessionRouteParts): void {
  mountRaw(api, sessionRoutes.readLog, {
    owner: ownerOfLog(parts.context),
    async handle({ params: { id }, query }, reply) {
      const isDownload = query.download === 'true'
      const tailBytes = query.tail ?? (isDownload ? wholeLogBytes : usualTailBytes)
      const log = await parts.readLog(id, { tailBytes, from: query.from ?? null })
      if (log === null) return void sendRefusal(reply, noLog(id))
      // Ids of sessions that have a log are ours: letters and digits.
      if (isDownload)
        reply.header('content-disposition', `attachment; filename="${id.replaceAll(/[^\w.-]/g, '_')}.log"`)
      reply.header('content-type', 'text/plain; charset=utf-8').header(logNextHeader, log.next).send(log.bytes)
    },
  })
}

/** Some screenfuls. */
const usualTailBytes = 65_536
/** More than is ever kept of one session. */
const wholeLogBytes = 10_485_760

function noLog(id: string): Refusal {
  return {
    error: 'not_found',
    reason: `There is no log of a session ${shown(id)}.`,
    hint: 'Only sessions launched by Orrery have one.',
  }
}
