// How long the log of deliveries reaches back.
import type { DatabaseSync } from 'node:sqlite'
import { dayMs, toIso } from '#base/time.ts'
import type { NotifyContext } from './context.ts'

const mostRows = 10_000

/** Called inside a transaction. What is to be sent still is kept, however old it is. */
export function forgetOld(
  { store, clock, config }: Pick<NotifyContext, 'store' | 'clock' | 'config'>,
  db: DatabaseSync,
): void {
  store.removeOld(db, toIso(clock.now() - config.retention.deliveriesDays * dayMs), mostRows)
}
