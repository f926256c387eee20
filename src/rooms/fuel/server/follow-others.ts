// What other services, who share the tables, count and set: budgets here are judged by it.
import type { Database } from '#platform/server/db/open-database.ts'
import { createReadOthers } from '#platform/server/db/read-others.ts'
import type { Log } from '#platform/server/log/log.ts'
import type { Meter } from './meter.ts'
import { budgetsChanged, fuelRoom, sessionsIn } from './news.ts'

type Following = { readonly database: Pick<Database, 'others'>; readonly log: Pick<Log, 'warn'> }

/** Goes on to the end of the service. */
export function followOthers({ database, log }: Following, meter: Pick<Meter, 'counted' | 'reread'>): void {
  const read = createReadOthers({ log, what: 'what other nodes used' })
  database.others.follow(fuelRoom, {
    async hear(ids) {
      for (const sessionId of sessionsIn(ids)) meter.counted(sessionId)
      if (ids.includes(budgetsChanged)) await read(() => meter.reread())
    },
    missed: () => read(() => meter.reread()),
  })
}
