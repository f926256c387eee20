// The HTTP face of history: sessions that left the board, and what happened to them.
import { err, ok } from '#base/result.ts'
import { dayMs, fromIso, toIso } from '#base/time.ts'
import type { Api } from '#platform/server/http/api.ts'
import { mount } from '#platform/server/http/mount.ts'
import { pageRequest } from '#platform/server/http/pages.ts'
import type { PastCard, PastSession } from '../../contract/past.ts'
import { toCard } from '../../core/list/card.ts'
import { sessionRoutes } from '../bound-routes.ts'
import { unknownPast } from '../change/refusals.ts'
import type { SessionsContext } from '../context.ts'
import type { PastRecord } from './past-store.ts'

export type PastParts = { readonly context: SessionsContext; readonly pastDays: () => number }

export function mountPast(api: Api, { context, pastDays }: PastParts): void {
  mount(api, sessionRoutes.listPast, async ({ query: { limit, cursor, ...filters } }) => {
    const page = pageRequest({ limit, cursor })
    if (!page.ok) return page
    const { rows, next } = await context.past.page(filters, page.value)
    return ok({ sessions: rows.map(toPastCard), next_cursor: next })
  })
  mount(api, sessionRoutes.readPast, async ({ params: { id } }) => {
    const past = await context.past.find(id)
    return past === null ? err(unknownPast(id)) : ok({ past: toPastSession(past, pastDays()) })
  })
  mount(api, sessionRoutes.listPastEvents, async ({ params: { id }, query }) => {
    const past = await context.past.find(id)
    if (past === null) return err(unknownPast(id))
    const page = pageRequest(query)
    if (!page.ok) return page
    return ok(await context.events.page(id, { limit: query.limit, before: page.value.from, node: past.node }))
  })
}

function toPastCard({ session, leftAt, leftAs }: PastRecord): PastCard {
  return { left_at: leftAt, left_as: leftAs, session: toCard(session) }
}

function toPastSession({ session, leftAt, leftAs }: PastRecord, days: number): PastSession {
  return { left_at: leftAt, left_as: leftAs, kept_until: toIso(fromIso(leftAt) + days * dayMs), session }
}
