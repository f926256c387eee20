// Which bodies webhooks took lately, so that a captured delivery does not start a second run under another id.
import { dayMs, toIso } from '#base/time.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/db/open-database.ts'
import { statement } from '#platform/server/db/script.ts'

/** As long as senders repeat a delivery. */
export const deliveriesKeptMs = dayMs

export type Delivered = { readonly strandId: string; readonly bodyHash: string; readonly runId: string }

export interface Deliveries {
  /**
   * Takes a body for a run, before the run is started. Resolves with false when another run of the strand took the same
   * body within the last 24 h; the same run may take it again. Rejects with `StorageError`.
   */
  take(delivered: Delivered): Promise<boolean>
  /** The run was refused, so its body may come again. */
  giveBack(delivered: Delivered): Promise<void>
}

export function createDeliveries({ commits }: Pick<Database, 'commits'>, clock: Clock): Deliveries {
  return {
    async take({ strandId, bodyHash, runId }) {
      const now = clock.now()
      let takenBy: string | undefined
      await commits.write({
        *script() {
          yield* removeOld.run(toIso(now - deliveriesKeptMs))
          yield* add.run(strandId, bodyHash, runId, toIso(now))
          takenBy = (yield* find.first(strandId, bodyHash))?.run_id
        },
      })
      return takenBy === runId
    },
    giveBack: ({ strandId, bodyHash, runId }) =>
      commits.write({
        *script() {
          yield* remove.run(strandId, bodyHash, runId)
        },
      }),
  }
}

const removeOld = statement('DELETE FROM loom_deliveries WHERE accepted_at < ?')
const add = statement(`INSERT INTO loom_deliveries (workflow_id, body_hash, run_id, accepted_at) VALUES (?, ?, ?, ?)
  ON CONFLICT (workflow_id, body_hash) DO NOTHING`)
const find = statement<{ readonly run_id: string }>(
  'SELECT run_id FROM loom_deliveries WHERE workflow_id = ? AND body_hash = ?',
)
const remove = statement('DELETE FROM loom_deliveries WHERE workflow_id = ? AND body_hash = ? AND run_id = ?')
