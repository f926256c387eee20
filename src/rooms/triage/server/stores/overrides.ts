// The table of corrections and locks.
import type { Selectable } from 'kysely'
import type { Database } from '#platform/server/db/open-database.ts'
import { statement, type Script } from '#platform/server/db/script.ts'
import type { ScoreOverridesTable } from '#platform/server/db/schema-triage.ts'
import type { WhoAsks } from '#platform/server/http/who-asks.ts'
import { pageOf, type ListPage, type PageRequest } from '#platform/server/http/pages.ts'
import { laneSchema, overrideDimensionSchema, type ScoreOverride } from '../../contract.ts'

export type NewOverride = Omit<ScoreOverride, 'id' | 'applied_to_run_id'>

export interface OverrideStore {
  /** Answers the id. */
  insert(override: NewOverride, who: WhoAsks): Script<number>
  remove(id: number): Script
  /** Those of `ids` that no run has consumed and nobody took back. */
  stillWaiting(ids: readonly number[]): Script<Set<number>>
  apply(ids: Iterable<number>, runId: number): Script
  find(id: number): Promise<ScoreOverride | null>
  /** Newest first. */
  list(
    query: PageRequest & { readonly applied: boolean | null; readonly taskId: string | null },
  ): Promise<ListPage<ScoreOverride>>
  /** Unapplied ones, oldest first. */
  waiting(): Promise<ScoreOverride[]>
  countWaiting(): Promise<number>
  /** The last ones that a run consumed, oldest first. */
  lastApplied(count: number): Promise<ScoreOverride[]>
  /** The newest lock of each task; unlocks and other dimensions are left out. */
  lastLocks(taskIds: readonly string[]): Promise<Map<string, ScoreOverride>>
  /** Since that time, in any order. */
  since(at: string): Promise<ScoreOverride[]>
}

export function createOverrideStore(read: Database['read']): OverrideStore {
  const select = () => read.selectFrom('score_overrides').selectAll()
  return {
    ...writes,
    async find(id) {
      const row = await select().where('id', '=', id).executeTakeFirst()
      return row === undefined ? null : toOverride(row)
    },
    async list({ applied, taskId, ...page }) {
      let rows = select()
      if (applied !== null) rows = rows.where('applied_to_run_id', applied ? 'is not' : 'is', null)
      if (taskId !== null) rows = rows.where('task_id', '=', taskId)
      if (page.from !== null) rows = rows.where('id', '<', page.from)
      const found = await rows
        .orderBy('id', 'desc')
        .limit(page.limit + 1)
        .execute()
      return pageOf(found.map(toOverride), page, ({ id }) => id)
    },
    async waiting() {
      const rows = await select().where('applied_to_run_id', 'is', null).orderBy('id', 'asc').execute()
      return rows.map(toOverride)
    },
    async countWaiting() {
      const count = read.selectFrom('score_overrides').select(({ fn }) => fn.countAll<number>().as('count'))
      return (await count.where('applied_to_run_id', 'is', null).executeTakeFirstOrThrow()).count
    },
    async lastApplied(count) {
      const rows = await select()
        .where('applied_to_run_id', 'is not', null)
        .orderBy('id', 'desc')
        .limit(count)
        .execute()
      return rows.map(toOverride).toReversed()
    },
    async lastLocks(taskIds) {
      if (taskIds.length === 0) return new Map()
      const rows = await select()
        .where('task_id', 'in', taskIds)
        .where('dimension', '=', 'locked')
        .where('new_value', '=', '1')
        .orderBy('id', 'asc')
        .execute()
      return new Map(rows.map((row) => [row.task_id, toOverride(row)]))
    },
    async since(at) {
      return (await select().where('created_at', '>=', at).execute()).map(toOverride)
    },
  }
}

const add = statement(
  `INSERT INTO score_overrides
    (task_id, dimension, old_value, new_value, user_reason, lane, created_at, actor, actor_name)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  { key: 'id' },
)
const remove = statement('DELETE FROM score_overrides WHERE id = ?')
const allWaiting = statement<{ readonly id: number }>('SELECT id FROM score_overrides WHERE applied_to_run_id IS NULL')
const apply = statement('UPDATE score_overrides SET applied_to_run_id = ? WHERE id = ?')

const writes: Pick<OverrideStore, 'insert' | 'remove' | 'stillWaiting' | 'apply'> = {
  *insert(override, who) {
    const { task_id: taskId, dimension, old_value: from, new_value: to, user_reason: reason, lane } = override
    return yield* add.insert(taskId, dimension, from, to, reason, lane, override.created_at, who.kind, who.name)
  },
  *remove(id) {
    yield* remove.run(id)
  },
  *stillWaiting(ids) {
    const waiting = new Set((yield* allWaiting.all()).map(({ id }) => id))
    return new Set(ids.filter((id) => waiting.has(id)))
  },
  *apply(ids, runId) {
    for (const id of ids) yield* apply.run(runId, id)
  },
}

function toOverride({
  dimension,
  lane,
  actor: _actor,
  actor_name: _name,
  ...row
}: Selectable<ScoreOverridesTable>): ScoreOverride {
  return {
    ...row,
    dimension: overrideDimensionSchema.parse(dimension),
    lane: laneSchema.nullable().catch(null).parse(lane),
  }
}
