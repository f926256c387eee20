// How long the log of deliveries reaches back.
import { dayMs, toIso } from '#base/time.ts'
import type { Script } from '#platform/server/db/script.ts'
import type { NotifyContext } from './context.ts'

const mostRows = 10_000

/** What is to be sent still is kept, however old it is. */
export function forgetOld({ store, clock, config }: Pick<NotifyContext, 'store' | 'clock' | 'config'>): Script {
  return store.removeOld(toIso(clock.now() - config.retention.deliveriesDays * dayMs), mostRows)
}
