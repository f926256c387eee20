// How many rows of a choice of lanes there are in each part of a span of time.
import { sql, type RawBuilder } from 'kysely'
import type { IndexLane } from './newest-of-lanes.ts'
import type { Database } from './open-database.ts'

export type CountQuery = {
  /** The column of the time, as ISO 8601. */
  readonly at: RawBuilder<unknown>
  readonly lanes: readonly IndexLane[]
  /** From a time up to before another one; so many characters of a time name a part of the span. */
  readonly span: { readonly from: string; readonly to: string; readonly characters: number }
}

/** By the beginning of their time; a part without a row is left out. */
export async function countLanes(
  { read }: Pick<Database, 'read'>,
  { at, lanes, span: { from, to, characters } }: CountQuery,
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>()
  for (const lane of lanes) {
    const counted = sql<{
      part: string
      count: number
    }>`SELECT substr(${at}, 1, ${characters}) AS part, count(*) AS count
      FROM ${lane.from} WHERE ${lane.where} AND ${at} >= ${from} AND ${at} < ${to} GROUP BY 1`
    for (const { part, count } of (await counted.execute(read)).rows) counts.set(part, (counts.get(part) ?? 0) + count)
  }
  return counts
}
