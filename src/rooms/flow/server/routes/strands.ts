// Routes of strands: the list, one of them, reload, run, enable, and the calendar.
import { err, ok } from '#base/result.ts'
import type { Api } from '#platform/server/http/api.ts'
import { mount } from '#platform/server/http/mount.ts'
import { flowRoutes } from '../bound-routes.ts'
import { readCalendar } from '../calendar.ts'
import { runStrand, setEnabled } from '../commands.ts'
import { unknownStrand } from '../engine/refusals.ts'
import type { FlowRouteParts } from './common.ts'

export function mountStrands(api: Api, parts: FlowRouteParts): void {
  mountReading(api, parts)
  mountActions(api, parts)
}

function mountReading(api: Api, { context }: FlowRouteParts): void {
  const { book, history, slotsFor, clock } = context
  mount(api, flowRoutes.listStrands, () => ok({ strands: book.all(), errors: [...book.errors()] }))
  mount(api, flowRoutes.readStrand, ({ params }) => {
    const strand = book.get(params.id)
    return strand === null ? err(unknownStrand(params.id, book.ids())) : ok({ strand })
  })
  mount(api, flowRoutes.readCalendar, ({ query }) =>
    readCalendar({ strands: book.all, history, slotsFor, clock }, query),
  )
}

function mountActions(api: Api, { context, nameOf }: FlowRouteParts): void {
  mount(api, flowRoutes.reloadStrands, async () => ok({ ok: true as const, ...(await context.reload()) }))
  mount(api, flowRoutes.runStrand, ({ params, body, request }) => {
    const { input = null, run_id: runId = null } = body ?? {}
    return runStrand(context, { strandId: params.id, runId, input, by: nameOf(request.principal) })
  })
  mount(api, flowRoutes.switchStrand, async ({ params, body }) => {
    const switched = await setEnabled(context, params.id, body.enabled)
    return switched.ok ? ok({ ok: true as const, strand: switched.value }) : switched
  })
}
