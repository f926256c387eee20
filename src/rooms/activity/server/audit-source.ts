// What happened to the service itself: logins, refusals, settings.
import { sql } from 'kysely'
import { boundOf, padded } from '#base/padded.ts'
import { countLanes } from '#platform/server/db/count-lanes.ts'
import { newestOfLanes } from '#platform/server/db/newest-of-lanes.ts'
import type { Database } from '#platform/server/db/open-database.ts'
import {
  activityFactsSchema,
  actorKindSchema,
  type ActivityRow,
  type ActivitySource,
  type SourceFilter,
} from '../contract.ts'

/** Its kinds are those that were ever written: there are few. */
export function auditActivity({ read }: Pick<Database, 'read'>): ActivitySource {
  return {
    log: 'audit',
    source: 'system',
    async page(filter, { at, key }, limit) {
      const lane = await laneOf(read, filter)
      const place = { since: filter.since, before: { at, key: boundOf(key) }, limit }
      const query = { at: sql`at`, key: sql`id`, lanes: lane === null ? [] : [lane], ...place }
      const ids = (await newestOfLanes({ read }, query)).map(({ key: id }) => Number(id))
      if (ids.length === 0) return []
      const found = read.selectFrom('audit').selectAll().where('id', 'in', ids)
      return (await found.orderBy('at', 'desc').orderBy('id', 'desc').execute()).map(toRow)
    },
    async count(filter, span) {
      const lane = await laneOf(read, filter)
      return countLanes({ read }, { at: sql`at`, lanes: lane === null ? [] : [lane], span })
    },
    async facts(key) {
      const row = await read.selectFrom('audit').select('facts').where('id', '=', Number(key)).executeTakeFirst()
      return activityFactsSchema.shape.facts.parse(JSON.parse(row?.facts ?? '[]'))
    },
  }
}

async function laneOf(read: Database['read'], { actor, isKind }: Omit<SourceFilter, 'since'>) {
  const from = sql`audit`
  const by = actor === null ? sql`1 = 1` : sql`actor_kind = ${actor}`
  // Every kind has a dot and something before it: without one nothing was asked for.
  if (isKind('')) return { from, where: by }
  const all = await read.selectFrom('audit').select('kind').distinct().execute()
  const kinds = all.map(({ kind }) => kind).filter(isKind)
  return kinds.length === 0 ? null : { from, where: sql`kind IN (${sql.join(kinds)}) AND ${by}` }
}

type Row = {
  readonly id: number
  readonly at: string
  readonly kind: string
  readonly actor_kind: string
  readonly actor_name: string | null
  readonly subject_type: string | null
  readonly subject_id: string | null
  readonly subject_label: string | null
  readonly text: string
}

function toRow({ id, at, kind, actor_kind: actor, actor_name: name, text, ...subject }: Row): ActivityRow {
  const type = subject.subject_type ?? 'service'
  return {
    id: `audit:${padded(id)}`,
    at,
    source: 'system',
    kind,
    actor: { kind: actorKindSchema.catch('service').parse(actor), name },
    subject: { type, id: subject.subject_id ?? type, label: subject.subject_label ?? subject.subject_id ?? 'Orrery' },
    text,
    device_id: null,
    href: hrefOf(kind, type, subject.subject_id),
  }
}

function hrefOf(kind: string, type: string, id: string | null): string | null {
  if (type === 'approval' && id !== null) return `/approvals/${encodeURIComponent(id)}`
  return type === 'settings' || kind.startsWith('auth.') ? '/settings' : null
}
