// Reads runs and steps from the tables, for the API and for the engine.
import type { Database } from '#platform/server/db/open-database.ts'
import type { Run } from '../../contract.ts'
import type { StrandRunQuery } from '../../contract/requests.ts'
import type { StrandDefinition } from '../../core/definition.ts'
import type { StepRecord } from '../../core/record.ts'
import { toRun, toStep } from './rows.ts'

/** `next`: where the page ended; null at the end of the list. */
export type RunPage = { readonly runs: readonly Run[]; readonly next: number | null }

export interface RunReads {
  find(runId: string): Promise<Run | null>
  /** False for a mirrored run, which has no definition. */
  isOurs(runId: string): Promise<boolean>
  /** The service that runs it, where several share the tables; null where one has them for itself. */
  nodeOf(runId: string): Promise<string | null>
  /** In no order. */
  steps(runId: string): Promise<StepRecord[]>
  step(runId: string, stepId: string): Promise<StepRecord | null>
  /** The definition that the run began with; null for a mirrored one. */
  definition(runId: string): Promise<StrandDefinition | null>
  /** Newest first. */
  list(query: StrandRunQuery, after: number | null): Promise<RunPage>
  /** Those that are not over. */
  open(): Promise<Run[]>
  known(runIds: readonly string[]): Promise<ReadonlySet<string>>
}

type Read = Database['read']

/** Ids in one statement; SQLite takes 32,766 values. */
const idsAtOnce = 1000

export function createRunReads(read: Read): RunReads {
  return {
    async find(runId) {
      const row = await read.selectFrom('loom_runs').selectAll().where('run_id', '=', runId).executeTakeFirst()
      return row === undefined ? null : toRun(row)
    },
    async isOurs(runId) {
      const row = await read.selectFrom('loom_runs').select('definition').where('run_id', '=', runId).executeTakeFirst()
      return (row?.definition ?? null) !== null
    },
    async nodeOf(runId) {
      const row = await read.selectFrom('loom_runs').select('node').where('run_id', '=', runId).executeTakeFirst()
      return row?.node ?? null
    },
    async steps(runId) {
      const rows = await read
        .selectFrom('loom_step_runs')
        .selectAll()
        .where('run_id', '=', runId)
        .orderBy('position')
        .execute()
      return rows.map(toStep)
    },
    async step(runId, stepId) {
      const row = await read
        .selectFrom('loom_step_runs')
        .selectAll()
        .where('run_id', '=', runId)
        .where('step_id', '=', stepId)
        .executeTakeFirst()
      return row === undefined ? null : toStep(row)
    },
    async definition(runId) {
      const row = await read
        .selectFrom('loom_runs')
        .innerJoin('loom_definitions', 'loom_definitions.hash', 'loom_runs.definition')
        .select('loom_definitions.definition as text')
        .where('run_id', '=', runId)
        .executeTakeFirst()
      // We wrote it ourselves, as a checked definition.
      return row === undefined ? null : (JSON.parse(row.text) as StrandDefinition)
    },
    list: (query, after) => list(read, query, after),
    async open() {
      const rows = await read
        .selectFrom('loom_runs')
        .selectAll()
        .where('status', 'in', ['queued', 'running'])
        .orderBy('seq')
        .execute()
      return rows.map(toRun)
    },
    known: (runIds) => known(read, runIds),
  }
}

async function list(read: Read, query: StrandRunQuery, after: number | null): Promise<RunPage> {
  let select = read.selectFrom('loom_runs').selectAll()
  if (query.strand !== undefined) select = select.where('workflow_id', '=', query.strand)
  if (query.status !== undefined) select = select.where('status', '=', query.status)
  if (after !== null) select = select.where('seq', '<', after)
  const rows = await select
    .orderBy('seq', 'desc')
    .limit(query.limit + 1)
    .execute()
  const last = rows.length > query.limit ? rows[query.limit - 1] : undefined
  return {
    runs: rows.slice(0, query.limit).map(toRun),
    next: last?.seq ?? null,
  }
}

async function known(read: Read, runIds: readonly string[]): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for (let from = 0; from < runIds.length; from += idsAtOnce) {
    const part = runIds.slice(from, from + idsAtOnce)
    const rows = await read.selectFrom('loom_runs').select('run_id').where('run_id', 'in', part).execute()
    for (const row of rows) found.add(row.run_id)
  }
  return found
}
