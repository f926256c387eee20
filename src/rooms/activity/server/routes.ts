// The HTTP face of what happened: /api/activity.
import { Readable } from 'node:stream'
import { oneLine } from '#base/cut-text.ts'
import { err, ok } from '#base/result.ts'
import { toIso } from '#base/time.ts'
import type { Refusal } from '#platform/contract.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Api } from '#platform/server/http/api.ts'
import { mount, mountRaw } from '#platform/server/http/mount.ts'
import { activityRoutes } from './bound-routes.ts'
import { exportRows } from './export-rows.ts'
import type { ActivityLogs } from './logs.ts'
import { readDensity } from './read-density.ts'
import { readFacts } from './read-facts.ts'
import { readActivityPage } from './read-page.ts'

export type ActivityParts = { readonly logs: ActivityLogs; readonly clock: Clock }

const types = { csv: 'text/csv; charset=utf-8', jsonl: 'application/x-ndjson; charset=utf-8' } as const

export function mountActivity(api: Api, { logs, clock }: ActivityParts): void {
  mount(api, activityRoutes.readActivity, async ({ query: { limit, cursor, ...filter } }) => {
    const page = await readActivityPage(logs, { filter, limit, cursor })
    return page.ok ? ok({ rows: [...page.value.rows], next_cursor: page.value.next }) : page
  })
  mount(api, activityRoutes.readActivityDensity, async ({ query }) => ok(await readDensity(logs, query, clock.now())))
  mount(api, activityRoutes.readActivityFacts, async ({ params: { id } }) => {
    const facts = await readFacts(logs, id)
    return facts === null ? err(unknownRow(id)) : ok({ facts: [...facts] })
  })
  mountRaw(api, activityRoutes.exportActivity, async ({ query }, reply) => {
    const name = `activity-${toIso(clock.now()).slice(0, 10)}.${query.format}`
    reply.header('content-disposition', `attachment; filename="${name}"`).header('content-type', types[query.format])
    await reply.send(Readable.from(exportRows(logs, query), { objectMode: true, highWaterMark: 1 }))
  })
}

const unknownRow = (id: string): Refusal => ({
  error: 'not_found',
  reason: `There is no row ${oneLine(id, 80)}.`,
  hint: 'See what happened: orrery activity',
})
