// The HTTP face of approvals: /api/approvals for people, /api/hooks/approvals for the hooks of agents.
import type { FastifyRequest } from 'fastify'
import { err, ok } from '#base/result.ts'
import type { Api } from '#platform/server/http/api.ts'
import { mount } from '#platform/server/http/mount.ts'
import { pageOf, pageRequest } from '#platform/server/http/pages.ts'
import { whoAsks, type WhoAsks } from '#platform/server/http/who-asks.ts'
import { toApproval } from '../core/kept.ts'
import { ask } from './ask.ts'
import { approvalRoutes } from './bound-routes.ts'
import type { ApprovalsContext } from './context.ts'
import { awaitDecision, decideApproval, unknownApproval } from './decide.ts'
import { mountAsking } from './hook-routes.ts'

export function mountApprovals(api: Api, context: ApprovalsContext): void {
  mount(api, approvalRoutes.listApprovals, async ({ query: { state = null, session = null, ...query } }) => {
    const page = pageRequest(query)
    if (!page.ok) return page
    const rows = await context.store.page({ state, session, limit: page.value.limit + 1, from: page.value.from })
    const { rows: shown, next } = pageOf(rows, page.value, ({ seq }) => seq)
    return ok({ approvals: shown.map(({ approval }) => toApproval(approval)), next_cursor: next })
  })
  mount(api, approvalRoutes.readApproval, async ({ params: { id } }) => {
    const approval = context.book.get(id) ?? (await context.store.find(id))
    return approval === null ? err(unknownApproval(id)) : ok({ approval: toApproval(approval) })
  })
  mount(api, approvalRoutes.decideApproval, {
    owner: async ({ params: { id } }) => {
      // One of ours is known at once; whoever asks for what is over may wait for a look.
      const approval = context.book.get(id) === null ? await context.store.find(id) : null
      return approval === null ? null : context.ports.sessions.nodeOf(approval.session_id)
    },
    async handle({ params: { id }, body, request }) {
      const login = context.ports.auth.nameOf(request.principal)
      const isFromNotification = request.principal?.kind === 'decider'
      const decider = { who: deciderOf(request), login, isFromNotification }
      const decided = await decideApproval(context, id, { request: body, ...decider })
      return decided.ok ? ok({ approval: decided.value }) : decided
    },
  })
  mountAsking(api, {
    parseReport: context.ports.hooks.parseReport,
    ask: (report, request) => ask(context, report, request),
    await: (id, signal) => awaitDecision(context, id, signal),
  })
}

/** A program that agents are given credentials for is an agent, whatever it says of itself. */
function deciderOf(request: FastifyRequest): WhoAsks {
  const who = whoAsks(request)
  const { principal } = request
  const isPerson = ['login', 'access_token', 'decider'].includes(principal?.kind ?? '')
  return isPerson || principal === null ? who : { kind: 'agent', name: who.name }
}
