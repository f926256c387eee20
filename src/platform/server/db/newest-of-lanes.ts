// The newest rows of a table over any choice of its lanes: parts of an index that are each in order of time. A choice is
// merged from the tops of its lanes, so that a rare one costs no more than a common one, and the last page no more than the first.
import { sql, type RawBuilder } from 'kysely'
import type { Database } from './open-database.ts'

/** A part of a table: its condition, which together with time and key is an index. */
export type IndexLane = { readonly from: RawBuilder<unknown>; readonly where: RawBuilder<unknown> }

export type LanesQuery = {
  readonly at: RawBuilder<unknown>
  readonly key: RawBuilder<unknown>
  readonly lanes: readonly IndexLane[]
  /** Not older than this time, and before this place. */
  readonly since: string | null
  readonly before: { readonly at: string; readonly key: string | number }
  readonly limit: number
}

export type LaneRow = { readonly at: string; readonly key: string | number }

/** SQLite joins up to 500 of them. */
const lanesAtOnce = 400

/** Times and keys, newest first. Empty for no lane. */
export async function newestOfLanes({ read }: Pick<Database, 'read'>, query: LanesQuery): Promise<LaneRow[]> {
  if (query.lanes.length === 0) return []
  const selects = query.lanes.slice(0, lanesAtOnce).map((lane) => oneLane(query, lane))
  const joined = sql.join(selects, sql` UNION ALL `)
  // SQLite merges the lanes row by row, each in its own order, and stops at the limit.
  const newest = sql<LaneRow>`${joined} ORDER BY at DESC, key DESC LIMIT ${query.limit}`
  return (await newest.execute(read)).rows
}

function oneLane({ at, key, since, before }: LanesQuery, { from, where }: IndexLane): RawBuilder<unknown> {
  const young = since === null ? sql`` : sql`AND ${at} >= ${since}`
  return sql`SELECT ${at} AS at, ${key} AS key FROM ${from}
    WHERE ${where} AND (${at}, ${key}) < (${before.at}, ${before.key}) ${young}`
}
