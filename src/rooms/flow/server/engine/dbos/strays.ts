// Workflows that PostgreSQL has as running on this node while nobody here runs them. DBOS takes up such at a start alone, but
// they come about at any time: the answer to the commit that took them from a queue was lost, or what they asked was refused.
import type { Pool } from 'pg'
import { secondMs } from '#base/time.ts'
import type { Log } from '#platform/server/log/log.ts'

export const lookMs = 5 * secondMs

/** Which workflows run in this process. One may run twice, until the one that was superseded finds that out. */
export interface Roll {
  enter(id: string): void
  leave(id: string): void
  ids(): string[]
}

export function createRoll(): Roll {
  const counts = new Map<string, number>()
  return {
    enter: (id) => void counts.set(id, (counts.get(id) ?? 0) + 1),
    leave(id) {
      const left = (counts.get(id) ?? 0) - 1
      if (left > 0) counts.set(id, left)
      else counts.delete(id)
    },
    ids: () => [...counts.keys()],
  }
}

export type StraysParts = {
  readonly pool: Pick<Pool, 'query'>
  readonly node: string
  /** The queue that this node alone serves: what a process of it began is gone on with there. */
  readonly queue: string
  readonly version: string
  readonly roll: Roll
  readonly log: Log
}

type Stray = { readonly id: string; readonly owner: string | null }

/**
 * A look: what is a stray for the second time goes back into a queue. One look alone may come between the commit that takes a
 * workflow and its beginning; a workflow that begins later still finds that it owns nothing, and writes nothing.
 */
export function createStrays({ pool, node, queue, version, roll, log }: StraysParts): () => Promise<void> {
  let seen = new Map<string, string | null>()
  return async () => {
    const { rows } = await pool.query<Stray>(strays, [node, version, roll.ids()])
    const again = rows.filter(({ id, owner }) => seen.get(id) === owner)
    seen = new Map(rows.map(({ id, owner }) => [id, owner]))
    if (again.length === 0) return
    const owners = again.map(({ owner }) => owner)
    const ids = again.map(({ id }) => id)
    const { rowCount } = await pool.query(putBack, [node, queue, ids, owners])
    log.warn({ workflows: ids, count: rowCount }, 'workflows that nobody ran are taken up again')
  }
}

const strays = `SELECT workflow_uuid AS id, owner_xid AS owner FROM dbos.workflow_status
  WHERE status = 'PENDING' AND executor_id = $1 AND application_version = $2
    AND name IN ('orrery.run', 'orrery.step') AND workflow_uuid <> ALL($3::text[])`

const putBack = `UPDATE dbos.workflow_status AS known
  SET status = 'ENQUEUED', queue_name = $2, owner_xid = NULL, started_at_epoch_ms = NULL,
    updated_at = (EXTRACT(EPOCH FROM now()) * 1000)::bigint
  FROM unnest($3::text[], $4::text[]) AS stray (id, owner)
  WHERE known.workflow_uuid = stray.id AND known.owner_xid IS NOT DISTINCT FROM stray.owner
    AND known.status = 'PENDING' AND known.executor_id = $1`
