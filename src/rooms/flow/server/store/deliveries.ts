// Which bodies webhooks took lately, so that a captured delivery does not start a second run under another id.
import { dayMs, toIso } from '#base/time.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/db/open-database.ts'

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
      let takenBy: unknown = null
      await commits.write({
        run(db) {
          db.prepare('DELETE FROM loom_deliveries WHERE accepted_at < ?').run(toIso(now - deliveriesKeptMs))
          const insert = db.prepare('INSERT OR IGNORE INTO loom_deliveries VALUES (?, ?, ?, ?)')
          insert.run(strandId, bodyHash, runId, toIso(now))
          const find = db.prepare('SELECT run_id FROM loom_deliveries WHERE workflow_id = ? AND body_hash = ?')
          takenBy = find.get(strandId, bodyHash)?.run_id
        },
      })
      return takenBy === runId
    },
    giveBack: ({ strandId, bodyHash, runId }) =>
      commits.write({
        run: (db) =>
          void db
            .prepare('DELETE FROM loom_deliveries WHERE workflow_id = ? AND body_hash = ? AND run_id = ?')
            .run(strandId, bodyHash, runId),
      }),
  }
}
