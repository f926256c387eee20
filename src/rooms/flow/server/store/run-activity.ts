// What strands did, for the activity: who asked for runs, how runs ended, and which steps failed.
import { sql, type RawBuilder } from 'kysely'
import { boundOf, padded } from '#base/padded.ts'
import { countLanes } from '#platform/server/db/count-lanes.ts'
import { newestOfLanes, type IndexLane } from '#platform/server/db/newest-of-lanes.ts'
import type { Database } from '#platform/server/db/open-database.ts'
import {
  actorKindSchema,
  type ActivityFact,
  type ActivityRow,
  type ActivitySource,
  type ActorKind,
  type SourceFilter,
} from '#rooms/activity/contract.ts'
import { endActs, wordsOfEnd, wordsOfStep, type EndStatus } from '../../core/activity-words.ts'

/** What a strand is called; its id for one that is gone. */
export type NameOfStrand = (id: string) => string

const statuses: readonly EndStatus[] = ['success', 'failed', 'cancelled']
const runActors: readonly ActorKind[] = ['person', 'cron', 'gateway', 'service']

export function runActivity(database: Pick<Database, 'read'>, nameOf: NameOfStrand): ActivitySource[] {
  const { read } = database
  const ends = { log: 'run', at: sql`finished_at`, lanes: endLanes, rows: endRows }
  const asked = { log: 'asked', at: sql`created_at`, lanes: askedLanes, rows: askedRows }
  return [
    ...[ends, asked].map((runLog) => sourceOf(database, runLog, nameOf)),
    {
      log: 'step',
      source: 'workflow',
      async page(filter, before, limit) {
        const lanes = stepLanes(filter)
        if (lanes.length === 0) return []
        const query = { at: sql`finished_at`, key: stepKey, lanes, since: filter.since }
        const found = await newestOfLanes(database, { ...query, before, limit })
        return stepRows(
          read,
          found.map(({ key }) => String(key)),
          nameOf,
        )
      },
      count: (filter, span) => countLanes(database, { at: sql`finished_at`, lanes: stepLanes(filter), span }),
    },
  ]
}

function stepLanes({ actor, isKind }: KindsAndActor): IndexLane[] {
  if (!isKind('step.failed') || (actor !== null && actor !== 'service')) return []
  return [{ from: sql`loom_step_runs`, where: sql`status = 'failed'` }]
}

const runs = sql`loom_runs`

type KindsAndActor = Omit<SourceFilter, 'since'>

/** A log whose keys are the numbers of runs. */
type RunLog = {
  readonly log: string
  readonly at: RawBuilder<unknown>
  readonly lanes: (filter: KindsAndActor) => IndexLane[]
  readonly rows: (
    read: Database['read'],
    seqs: readonly number[],
    nameOf: NameOfStrand,
  ) => Promise<readonly ActivityRow[]>
}

function sourceOf(database: Pick<Database, 'read'>, { log, at, lanes, rows }: RunLog, nameOf: NameOfStrand) {
  return {
    log,
    source: 'workflow',
    async page(filter, { at: time, key }, limit) {
      const before = { at: time, key: boundOf(key) }
      const query = { at, key: sql`seq`, lanes: lanes(filter), since: filter.since, before, limit }
      const found = await newestOfLanes(database, query)
      return rows(
        database.read,
        found.map(({ key: seq }) => Number(seq)),
        nameOf,
      )
    },
    count: (filter, span) => countLanes(database, { at, lanes: lanes(filter), span }),
    facts: (key) => factsOfRun(database.read, Number(key)),
  } satisfies ActivitySource
}

async function factsOfRun(read: Database['read'], seq: number): Promise<readonly ActivityFact[]> {
  const row = await read.selectFrom('loom_runs').select(runColumns).where('seq', '=', seq).executeTakeFirst()
  if (row === undefined) return []
  const facts = [
    { name: 'Run', value: row.run_id },
    { name: 'Strand', value: row.workflow_id },
    { name: 'Status', value: row.status },
    { name: 'Trigger', value: row.trigger },
    { name: 'Started', value: row.started_at ?? '' },
    { name: 'Finished', value: row.finished_at ?? '' },
  ]
  return facts.filter(({ value }) => value !== '')
}

function endLanes({ actor, isKind }: KindsAndActor) {
  const ended = statuses.filter((status) => isKind(`run.${endActs[status]}`))
  const actors = runActors.filter((each) => actor === null || actor === each)
  return ended.flatMap((status) =>
    actors.map((each) => ({
      from: runs,
      where: sql`finished_at IS NOT NULL AND status = ${status} AND actor = ${each}`,
    })),
  )
}

/** What a schedule starts is told by its end. */
function askedLanes({ actor, isKind }: KindsAndActor) {
  if (!isKind('run.started')) return []
  const actors = (['person', 'service'] as const).filter((each) => actor === null || actor === each)
  // Written out: SQLite uses a partial index only where it sees its condition.
  return actors.map((each) => ({ from: runs, where: sql`actor = ${each} AND actor IN ('person', 'service')` }))
}

const stepKey = sql`run_id || '/' || step_id`

const runColumns = [
  'seq',
  'run_id',
  'workflow_id',
  'status',
  'trigger',
  'trigger_by',
  'created_at',
  'started_at',
  'finished_at',
  'error',
  'actor',
] as const

async function endRows(read: Database['read'], seqs: readonly number[], nameOf: NameOfStrand): Promise<ActivityRow[]> {
  if (seqs.length === 0) return []
  const found = read.selectFrom('loom_runs').select(runColumns).where('seq', 'in', seqs)
  const rows = await found.orderBy('finished_at', 'desc').orderBy('seq', 'desc').execute()
  return rows.map(({ seq, run_id: id, workflow_id: strand, started_at: startedAt, error, ...row }): ActivityRow => {
    const status = statuses.find((each) => each === row.status) ?? 'failed'
    const at = row.finished_at ?? row.created_at
    return {
      ...common(strand, id, nameOf),
      id: `run:${padded(seq)}`,
      at,
      kind: `run.${endActs[status]}`,
      actor: actorOf(row),
      text: wordsOfEnd({ status, startedAt, finishedAt: at, error }),
    }
  })
}

async function askedRows(
  read: Database['read'],
  seqs: readonly number[],
  nameOf: NameOfStrand,
): Promise<ActivityRow[]> {
  if (seqs.length === 0) return []
  const found = read.selectFrom('loom_runs').select(runColumns).where('seq', 'in', seqs)
  const rows = await found.orderBy('created_at', 'desc').orderBy('seq', 'desc').execute()
  return rows.map(({ seq, run_id: id, workflow_id: strand, ...row }): ActivityRow => ({
    ...common(strand, id, nameOf),
    id: `asked:${padded(seq)}`,
    at: row.created_at,
    kind: 'run.started',
    actor: actorOf(row),
    text: row.trigger === 'webhook' ? 'started by a webhook' : 'started',
  }))
}

async function stepRows(read: Database['read'], keys: readonly string[], nameOf: NameOfStrand): Promise<ActivityRow[]> {
  if (keys.length === 0) return []
  const rows = await read
    .selectFrom('loom_step_runs as step')
    .innerJoin('loom_runs as run', 'run.run_id', 'step.run_id')
    .select(['step.run_id as id', 'step.step_id as step', 'step.finished_at as at', 'step.error', 'run.workflow_id'])
    .where((where) =>
      where.or(
        keys.map((key) => where.and({ 'step.run_id': runOf(key), 'step.step_id': key.slice(runOf(key).length + 1) })),
      ),
    )
    .execute()
  return rows.map(({ id, step, at, error, workflow_id: strand }): ActivityRow => ({
    ...common(strand, id, nameOf),
    id: `step:${id}/${step}`,
    at: at ?? '',
    kind: 'step.failed',
    actor: { kind: 'service', name: null },
    text: wordsOfStep(step, error),
  }))
}

/** Ids of steps hold no slash. */
const runOf = (key: string): string => key.slice(0, key.lastIndexOf('/'))

function common(strand: string, run: string, nameOf: NameOfStrand) {
  const path = `/strands/${encodeURIComponent(strand)}/runs/${encodeURIComponent(run)}`
  return {
    source: 'workflow',
    subject: { type: 'run', id: run, label: nameOf(strand) },
    device_id: null,
    href: path,
  } as const
}

function actorOf({
  actor,
  trigger_by: by,
}: {
  readonly actor: string
  readonly trigger_by: string
}): ActivityRow['actor'] {
  const kind = actorKindSchema.catch('service').parse(actor)
  return { kind, name: kind === 'person' ? by : kind === 'cron' ? 'schedule' : kind === 'gateway' ? by : 'webhook' }
}
