// One page of what happened, over the logs of all rooms.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { err, ok, type Result } from '#base/result.ts'
import type { Refusal } from '#platform/contract.ts'
import { badCursor } from '#platform/server/http/pages.ts'
import type { ActivityFilter, ActivityRow } from '../contract.ts'
import { wordFilter } from '../core/has-words.ts'
import { mergePages, type MergedPage } from '../core/merge.ts'
import { cursorOf, lowerOf, placeIn, readCursor, topOf, type RowPlace } from '../core/order.ts'
import { eachRow } from './each-row.ts'
import { askedSources, nameAgents, toSourceFilter, type ActivityLogs } from './logs.ts'

export type PageAsked = {
  readonly filter: ActivityFilter
  readonly limit: number
  readonly cursor?: string | undefined
}

/** Refuses a cursor that no page answered. Rejects when a log can't be read. */
export async function readActivityPage(
  logs: ActivityLogs,
  { filter, limit, cursor }: PageAsked,
): Promise<Result<MergedPage, Refusal>> {
  const top = topOf(filter.until ?? null)
  const from = cursor === undefined ? top : readCursor(cursor)
  if (from === null) return err(badCursor)
  const place = lowerOf(top, from)
  if (filter.text !== undefined) return ok(await pageWithWords(logs, { filter, limit }, place))
  const pages: (readonly ActivityRow[])[] = []
  for (const source of askedSources(logs, filter)) {
    pages.push(await source.page(toSourceFilter(filter), placeIn(source.log, place), limit + 1))
    // Each read is synchronous: others have their turn between two.
    await nextTurn()
  }
  const { rows, next } = mergePages(pages, limit)
  return ok({ rows: await nameAgents(logs, rows), next })
}

/** No index knows the words of rows. So many are looked at for a page; its cursor goes on looking behind them. */
const mostLooked = 700

async function pageWithWords(logs: ActivityLogs, { filter, limit }: PageAsked, from: RowPlace): Promise<MergedPage> {
  const hasWords = wordFilter(filter.text ?? null)
  const rows: ActivityRow[] = []
  let looked = 0
  for await (const row of eachRow(logs, filter, from)) {
    looked += 1
    if (hasWords(row)) rows.push(row)
    if (rows.length === limit || looked === mostLooked) return { rows, next: cursorOf(row) }
  }
  return { rows, next: null }
}
