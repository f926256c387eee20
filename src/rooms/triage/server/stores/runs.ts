// The table of triage runs.
import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { Database } from '#platform/server/db/open-database.ts'
import { livesSql } from '#platform/server/db/live-nodes.ts'
import { statement, type Script } from '#platform/server/db/script.ts'
import type { TriageRunsTable } from '#platform/server/db/schema-triage.ts'
import type { WhoAsks } from '#platform/server/http/who-asks.ts'
import { pageOf, type ListPage, type PageRequest } from '#platform/server/http/pages.ts'
import {
  clashSummarySchema,
  distributionWarningSchema,
  laneMoveSchema,
  runSummarySchema,
  triageRunSchema,
  triageStatusSchema,
  type ClashSummary,
  type DistributionWarning,
  type LaneMove,
  type RunSummary,
  type TriageRun,
  type TriageStatus,
} from '../../contract.ts'

export type NewTriageRun = {
  readonly triggerBy: string
  /** Who asked for it; absent for a strand's. */
  readonly who?: WhoAsks | undefined
  readonly dryRun: boolean
  readonly startedAt: string
}

export type RunError = NonNullable<TriageRun['error']>

/** How a run ended; what it does not have is null. */
export type RunEnd = {
  readonly id: number
  readonly status: Exclude<TriageStatus, 'running'>
  readonly finishedAt: string
  readonly model: string | null
  readonly error: RunError | null
  readonly result: RunResult | null
  /** Of a preview: its plan, as JSON; it takes the place of old ones. */
  readonly plan?: string
}

export type RunResult = {
  readonly summary: RunSummary
  readonly distribution: DistributionWarning | null
  readonly clash: ClashSummary | null
  readonly moves: readonly LaneMove[]
}

export type RunElsewhere = { readonly id: number; readonly node: string }

export interface RunStore {
  /** Answers the id. */
  insert(run: NewTriageRun): Script<number>
  /**
   * The run that another service has under way, or null; until the end of the transaction no other begins one. Runs of services
   * that died fail. Null at once where nobody else is.
   */
  elsewhere(at: string, error: RunError): Script<RunElsewhere | null>
  finish(end: RunEnd): Script
  /** Runs of a process of this service that died. */
  failInterrupted(at: string, error: RunError): Script
  /** The preview became that run. A run that wrote places leaves no plan valid. */
  markApplied(id: number, appliedAs: number): Script
  /** Plans of before no longer fit. */
  dropPlans(): Script
  /** Whether the plan of the preview is still kept. */
  hasPlan(id: number): Script<boolean>
  /** The plan of a preview, as JSON; null where none is kept. */
  planOf(id: number): Promise<string | null>
  find(id: number): Promise<(TriageRun & { readonly moves: LaneMove[] }) | null>
  /** Newest first. */
  list(query: PageRequest & { readonly status: TriageStatus | null }): Promise<ListPage<TriageRun>>
  count(): Promise<number>
  /** The last that is over and was no dry one, or null. */
  last(): Promise<TriageRun | null>
  /** The last ones that succeeded and were no dry ones, newest first. */
  lastSuccesses(count: number): Promise<TriageRun[]>
}

/** `node`: the name of this service among those that share the table; null where it has it for itself. */
export function createRunStore(read: Database['read'], node: string | null = null): RunStore {
  const select = () => read.selectFrom('triage_runs').selectAll()
  const real = () => select().where('dry_run', '=', 0).orderBy('id', 'desc')
  return {
    ...writesOf(node),
    async find(id) {
      const row = await select().where('id', '=', id).executeTakeFirst()
      if (row === undefined) return null
      return { ...toRun(row), moves: movesSchema.parse(JSON.parse(row.moves)) }
    },
    async planOf(id) {
      const row = await read.selectFrom('triage_plans').select('plan').where('run_id', '=', id).executeTakeFirst()
      return row?.plan ?? null
    },
    async list({ status, ...page }) {
      let rows = select()
      if (status !== null) rows = rows.where('status', '=', status)
      if (page.from !== null) rows = rows.where('id', '<', page.from)
      const found = await rows
        .orderBy('id', 'desc')
        .limit(page.limit + 1)
        .execute()
      return pageOf(found.map(toRun), page, ({ id }) => id)
    },
    async count() {
      const count = read.selectFrom('triage_runs').select(({ fn }) => fn.countAll<number>().as('count'))
      return (await count.executeTakeFirstOrThrow()).count
    },
    async last() {
      const row = await real().where('status', '!=', 'running').limit(1).executeTakeFirst()
      return row === undefined ? null : toRun(row)
    },
    async lastSuccesses(count) {
      return (await real().where('status', '=', 'success').limit(count).execute()).map(toRun)
    },
  }
}

const add = statement(
  'INSERT INTO triage_runs (trigger_by, dry_run, started_at, by_kind, by_name, node) VALUES (?, ?, ?, ?, ?, ?)',
  { key: 'id' },
)
const finish = statement(`UPDATE triage_runs SET status = ?, finished_at = ?, model = ?, error = ?, run_summary = ?,
  distribution_warning = ?, clash_summary = ?, moves = ? WHERE id = ?`)
const failRunning = statement(
  `UPDATE triage_runs SET status = 'failed', finished_at = ?, error = ?
    WHERE status = 'running' AND (node IS NULL OR node = ?)`,
)
const nothing = 'SELECT 1 WHERE 0'
/** PostgreSQL's alone, as are the next two. */
const takeTurn = statement(nothing, {
  postgres: "SELECT pg_advisory_xact_lock(hashtext('orrery'), hashtext('triage'))",
})
const failDead = statement(nothing, {
  postgres: `UPDATE triage_runs SET status = 'failed', finished_at = ?, error = ?
    WHERE status = 'running' AND node IS NOT NULL AND node <> ? AND NOT ${livesSql('triage_runs.node')}`,
})
const findElsewhere = statement<RunElsewhere>(nothing, {
  postgres: "SELECT id, node FROM triage_runs WHERE status = 'running' AND node IS NOT NULL AND node <> ? ORDER BY id",
})
const findPlan = statement('SELECT run_id FROM triage_plans WHERE run_id = ?')
const markApplied = statement('UPDATE triage_runs SET applied_as = ? WHERE id = ?')
const addPlan = statement('INSERT INTO triage_plans (run_id, plan) VALUES (?, ?)')
const dropOldPlans = statement(
  'DELETE FROM triage_plans WHERE run_id NOT IN (SELECT run_id FROM triage_plans ORDER BY run_id DESC LIMIT ?)',
)
const dropAllPlans = statement('DELETE FROM triage_plans')
const unmarkPlanless = statement(
  'UPDATE triage_runs SET can_apply = 0 WHERE can_apply = 1 AND id NOT IN (SELECT run_id FROM triage_plans)',
)
const markPlan = statement('UPDATE triage_runs SET can_apply = 1 WHERE id = ?')

/** Previews that can be applied at a time: one more takes the place of the oldest. */
const plansKept = 5

type RunWrites = Pick<
  RunStore,
  'insert' | 'elsewhere' | 'finish' | 'failInterrupted' | 'markApplied' | 'dropPlans' | 'hasPlan'
>

const writesOf = (node: string | null): RunWrites => ({
  insert: ({ triggerBy, who, dryRun, startedAt }) =>
    add.insert(triggerBy, dryRun ? 1 : 0, startedAt, who?.kind ?? null, who?.name ?? null, node),
  *elsewhere(at, error) {
    if (node === null) return null
    yield* takeTurn.all()
    yield* failDead.run(at, JSON.stringify(error), node)
    return (yield* findElsewhere.first(node)) ?? null
  },
  *hasPlan(id) {
    return (yield* findPlan.first(id)) !== undefined
  },
  *finish({ id, status, finishedAt, model, error, result, plan }) {
    const { summary, distribution, clash, moves } = result ?? noResult
    const cells = [toJson(error), toJson(summary), toJson(distribution), toJson(clash), JSON.stringify(moves)] as const
    yield* finish.run(status, finishedAt, model, ...cells, id)
    if (plan !== undefined) yield* keepPlan(id, plan)
  },
  *markApplied(id, appliedAs) {
    yield* markApplied.run(appliedAs, id)
  },
  *dropPlans() {
    yield* dropAllPlans.run()
    yield* unmarkPlanless.run()
  },
  *failInterrupted(at, error) {
    yield* failRunning.run(at, JSON.stringify(error), node)
  },
})

function* keepPlan(id: number, plan: string): Script {
  yield* addPlan.run(id, plan)
  yield* dropOldPlans.run(plansKept)
  yield* unmarkPlanless.run()
  yield* markPlan.run(id)
}

const noResult = { summary: null, distribution: null, clash: null, moves: [] }
const toJson = (value: object | null): string | null => (value === null ? null : JSON.stringify(value))

const movesSchema = z.array(laneMoveSchema).catch([])
const errorSchema = triageRunSchema.shape.error

function toRun(row: Selectable<TriageRunsTable>): TriageRun {
  return {
    id: row.id,
    status: triageStatusSchema.catch('failed').parse(row.status),
    dry_run: row.dry_run === 1,
    trigger_by: row.trigger_by,
    model: row.model,
    started_at: row.started_at,
    finished_at: row.finished_at,
    error: errorSchema.catch(null).parse(fromJson(row.error)),
    progress: null,
    run_summary: runSummarySchema.nullable().catch(null).parse(fromJson(row.run_summary)),
    distribution_warning: distributionWarningSchema.nullable().catch(null).parse(fromJson(row.distribution_warning)),
    clash_summary: clashSummarySchema.nullable().catch(null).parse(fromJson(row.clash_summary)),
    can_apply: row.can_apply === 1,
    applied_as: row.applied_as,
  }
}

const fromJson = (text: string | null): unknown => (text === null ? null : JSON.parse(text))
