// What was used in a span of days, as it is answered.
import { err, ok, type Result } from '#base/result.ts'
import type { Refusal } from '#platform/contract.ts'
import { badCursor } from '#platform/server/http/pages.ts'
import type { UsageAnswer, UsageGroup, UsageGroupRow, UsageQuery } from '../contract.ts'
import { daysBefore } from '../core/local-day.ts'
import type { FuelStore, UsagePlace, DaySpan } from './store.ts'

export type ReadParts = {
  readonly store: FuelStore
  readonly today: () => string
  /** What people call a session, or a device; null where nobody knows it any more. */
  readonly sessionLabel: (id: string) => string | null
  readonly deviceLabel: (id: string) => string | null
}

/** Without a span: so many days up to today. */
const usualDays = 30

export async function readUsage(parts: ReadParts, query: UsageQuery): Promise<Result<UsageAnswer, Refusal>> {
  const to = query.to ?? parts.today()
  const from = query.from ?? daysBefore(to, usualDays - 1)
  if (from > to) return err(backwards)
  const span = { from, to }
  if (query.by !== undefined) {
    const groups = await readGroups(parts, query.by, span)
    return ok({ ...span, groups, rows: [], next_cursor: null })
  }
  const before = query.cursor === undefined ? null : readPlace(query.cursor)
  if (before === undefined) return err(badCursor)
  const rows = await parts.store.rows(span, { before, limit: query.limit + 1 })
  const shown = rows.slice(0, query.limit)
  const last = rows.length > query.limit ? shown.at(-1) : undefined
  const plain = shown.map(({ key: _key, ...row }) => row)
  return ok({ ...span, groups: [], rows: plain, next_cursor: last === undefined ? null : placeText(last) })
}

async function readGroups(parts: ReadParts, by: UsageGroup, span: DaySpan): Promise<UsageGroupRow[]> {
  const { store } = parts
  const groups = await store.groups(by, span)
  const ids = by === 'session' ? groups.map(({ id }) => id).slice(0, mostDetailed) : []
  const [sessions, days] = [await store.modelsOf(span, ids), by === 'day' ? await store.dayParts(span) : []]
  const ofDay = Map.groupBy(days, ({ day }) => day)
  return groups.map(({ id, sums }) => ({
    ...sums,
    id,
    label: labelOf(parts, by, id),
    agent: sessions.get(id)?.agent ?? null,
    models: [...(sessions.get(id)?.models ?? [])],
    agents: (ofDay.get(id) ?? []).map((part) => ({ ...part.sums, agent: part.agent })),
  }))
}

/** Sessions whose agent and models are told: those that cost the most. */
const mostDetailed = 500

function labelOf({ sessionLabel, deviceLabel }: ReadParts, by: UsageGroup, id: string): string {
  if (by === 'session') return id === '' ? 'No session' : (sessionLabel(id) ?? id)
  return by === 'device' ? (deviceLabel(id) ?? id) : id
}

const backwards: Refusal = {
  error: 'invalid_request',
  reason: 'The span ends before it begins.',
  hint: 'Give a from that is no later than to.',
  details: [{ field: 'from', reason: 'is after to' }],
}

function placeText({ at, key }: UsagePlace): string {
  return Buffer.from(JSON.stringify([at, key])).toString('base64url')
}

/** Undefined for what no page answered. */
function readPlace(cursor: string): UsagePlace | undefined {
  try {
    const place: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (!Array.isArray(place)) return undefined
    const [at, key] = place.map(String)
    return at === undefined || key === undefined ? undefined : { at, key }
  } catch {
    // Not one of ours.
    return undefined
  }
}
