// What triage did and was told, for the activity: ended runs, corrections and locks, and briefs.
import { sql } from 'kysely'
import { oneLine } from '#base/cut-text.ts'
import { boundOf, padded } from '#base/padded.ts'
import { countLanes } from '#platform/server/db/count-lanes.ts'
import { newestOfLanes, type IndexLane } from '#platform/server/db/newest-of-lanes.ts'
import type { Database } from '#platform/server/db/open-database.ts'
import { actorKindSchema, type ActivityRow, type ActivitySource } from '#rooms/activity/contract.ts'
import { wordsOfOverride, wordsOfTriage } from '../../core/activity-words.ts'

/** What a task is called; its id for one that is gone. */
export type NameOfTask = (id: string) => string

/** All three tables are small: old runs go, and the others are written by hand. So conditions need no index of their own. */
export function triageActivity({ read }: Pick<Database, 'read'>, nameOf: NameOfTask): ActivitySource[] {
  return logs.map(({ log, at, lane, rows }) => ({
    log,
    source: 'triage',
    async page(filter, before, limit) {
      const chosen = lane(filter)
      const place = { since: filter.since, before: { at: before.at, key: boundOf(before.key) }, limit }
      const query = { at: sql.ref(at), key: sql`id`, lanes: chosen === null ? [] : [chosen], ...place }
      const ids = (await newestOfLanes({ read }, query)).map(({ key }) => Number(key))
      return ids.length === 0 ? [] : rows(read, ids, nameOf)
    },
    count(filter, span) {
      const chosen = lane(filter)
      return countLanes({ read }, { at: sql.ref(at), lanes: chosen === null ? [] : [chosen], span })
    },
  }))
}

type Filter = Parameters<ActivitySource['count']>[0]
type Rows = (read: Database['read'], ids: readonly number[], nameOf: NameOfTask) => Promise<ActivityRow[]>

const logs = [
  { log: 'triage', at: 'finished_at', lane: runLane, rows: runRows },
  { log: 'override', at: 'created_at', lane: overrideLane, rows: overrideRows },
  { log: 'brief', at: 'created_at', lane: briefLane, rows: briefRows },
] as const satisfies readonly {
  readonly log: string
  readonly at: string
  readonly lane: (filter: Filter) => IndexLane | null
  readonly rows: Rows
}[]

const endKinds = { success: 'triage.succeeded', failed: 'triage.failed', cancelled: 'triage.cancelled' } as const

function runLane({ actor, isKind }: Filter): IndexLane | null {
  const statuses = Object.entries(endKinds).flatMap(([status, kind]) => (isKind(kind) ? [status] : []))
  if (statuses.length === 0) return null
  const by = actor === null ? sql`1 = 1` : sql`actor = ${actor}`
  return { from: sql`triage_runs`, where: sql`finished_at IS NOT NULL AND status IN (${sql.join(statuses)}) AND ${by}` }
}

const locked = { '1': 'triage.locked', '0': 'triage.unlocked' } as const

function overrideLane({ actor, isKind }: Filter): IndexLane | null {
  const kind = sql`CASE WHEN dimension <> 'locked' THEN 'triage.corrected' WHEN new_value = '1' THEN ${locked[1]} ELSE ${locked[0]} END`
  const kinds = ['triage.corrected', locked[1], locked[0]].filter(isKind)
  if (kinds.length === 0) return null
  const by = actor === null ? sql`1 = 1` : sql`actor = ${actor}`
  return { from: sql`score_overrides`, where: sql`${kind} IN (${sql.join(kinds)}) AND ${by}` }
}

function briefLane({ actor, isKind }: Filter): IndexLane | null {
  const by = actor === null ? sql`1 = 1` : sql`by_kind = ${actor}`
  return isKind('triage.brief') ? { from: sql`briefs`, where: by } : null
}

async function runRows(read: Database['read'], ids: readonly number[]): Promise<ActivityRow[]> {
  const found = read.selectFrom('triage_runs').selectAll().where('id', 'in', ids)
  const rows = await found.orderBy('finished_at', 'desc').orderBy('id', 'desc').execute()
  return rows.map((row): ActivityRow => {
    const kind = actorKindSchema.catch('service').parse(row.actor)
    return {
      id: `triage:${padded(row.id)}`,
      at: row.finished_at ?? row.started_at,
      source: 'triage',
      kind: endKinds[row.status as keyof typeof endKinds] ?? endKinds.failed,
      actor: { kind, name: row.by_name ?? (kind === 'person' ? null : row.trigger_by) },
      subject: { type: 'triage_run', id: String(row.id), label: `Triage run ${row.id}` },
      text: wordsOfTriage({ status: row.status, isDry: row.dry_run === 1, moves: row.moves, error: row.error }),
      device_id: null,
      href: `/triage?triage-run=${row.id}`,
    }
  })
}

async function overrideRows(
  read: Database['read'],
  ids: readonly number[],
  nameOf: NameOfTask,
): Promise<ActivityRow[]> {
  const found = read.selectFrom('score_overrides').selectAll().where('id', 'in', ids)
  const rows = await found.orderBy('created_at', 'desc').orderBy('id', 'desc').execute()
  return rows.map((row): ActivityRow => {
    const { dimension, new_value: to } = row
    return {
      id: `override:${padded(row.id)}`,
      at: row.created_at,
      source: 'triage',
      kind: dimension !== 'locked' ? 'triage.corrected' : to === '1' ? locked[1] : locked[0],
      actor: { kind: actorKindSchema.catch('person').parse(row.actor), name: row.actor_name },
      subject: { type: 'task', id: row.task_id, label: nameOf(row.task_id) },
      text: wordsOfOverride({ dimension, from: row.old_value, to, lane: row.lane }),
      device_id: null,
      href: `/triage?why=${encodeURIComponent(row.task_id)}`,
    }
  })
}

async function briefRows(read: Database['read'], ids: readonly number[]): Promise<ActivityRow[]> {
  const found = read
    .selectFrom('briefs')
    .select(['id', 'source', 'created_at as at', 'by_kind', 'by_name'])
    .where('id', 'in', ids)
  const rows = await found.orderBy('created_at', 'desc').orderBy('id', 'desc').execute()
  return rows.map(({ id, source, at, by_kind: kind, by_name: name }): ActivityRow => ({
    id: `brief:${padded(id)}`,
    at,
    source: 'triage',
    kind: 'triage.brief',
    actor: { kind: actorKindSchema.catch('person').parse(kind), name },
    subject: { type: 'brief', id: String(id), label: `Brief ${id}` },
    text: oneLine(`left a brief from ${source}`, 200),
    device_id: null,
    href: '/triage',
  }))
}
