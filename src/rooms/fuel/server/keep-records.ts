// What becomes of records in time: old ones are forgotten, and those of a machine get its name.
import { keptMachine, ownMachine } from '#base/own-machine.ts'
import { dayMs, toIso } from '#base/time.ts'
import type { Config } from '#platform/server/config/config.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/db/open-database.ts'
import { statement } from '#platform/server/db/script.ts'
import { keptMs } from './count.ts'
import { keepToldUsage } from './told-usage.ts'

type Kept = {
  readonly database: Pick<Database, 'commits'>
  readonly clock: Clock
  readonly config: Pick<Config, 'home'>
}

const removeUsage = statement('DELETE FROM fuel_usage WHERE at < ?')
const removeFiles = statement('DELETE FROM fuel_files WHERE read_at < ?')

/** Records are forgotten, their sums by day stay. Rejects with `StorageError`. */
export async function forgetOld({ database, clock, config }: Kept): Promise<void> {
  const now = clock.now()
  await keepToldUsage(config.home, now)
  await database.commits.write({
    *script() {
      yield* removeUsage.run(toIso(now - keptMs - dayMs))
      yield* removeFiles.run(toIso(now - keptMs - dayMs))
    },
  })
}

/** In one statement: of two nodes that do so at once one finds nothing left. */
const nameDays = statement(`WITH mine AS (DELETE FROM fuel_days WHERE device_id = ? RETURNING *)
  INSERT INTO fuel_days (day, session_id, agent, device_id, model, input, output, cache_read, cache_write, priced, cost)
    SELECT day, session_id, agent, ?, model, input, output, cache_read, cache_write, priced, cost FROM mine
  ON CONFLICT (day, session_id, agent, device_id, model) DO UPDATE SET
    input = fuel_days.input + excluded.input, output = fuel_days.output + excluded.output,
    cache_read = fuel_days.cache_read + excluded.cache_read, cache_write = fuel_days.cache_write + excluded.cache_write,
    priced = fuel_days.priced + excluded.priced, cost = fuel_days.cost + excluded.cost`)
const nameUsage = statement('UPDATE fuel_usage SET device_id = ? WHERE device_id = ?')

/**
 * What a service used while it had the tables for itself is from now on its node's: asked by the one whose home has counted
 * before. Where nobody shares the tables nothing changes. Rejects with `StorageError`.
 */
export async function nameMachine({ commits, others: { node } }: Pick<Database, 'commits' | 'others'>): Promise<void> {
  if (node === null) return
  await commits.write({
    *script() {
      const days = yield* nameDays.run(ownMachine, keptMachine(node))
      if (days > 0) yield* nameUsage.run(keptMachine(node), ownMachine)
    },
  })
}
