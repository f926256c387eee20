// Every row of a filter, newest first, for who reads many: each log is read some rows ahead, none of them twice, and the
// event loop is free between two reads.
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ActivityFilter, ActivityRow, ActivitySource } from '../contract.ts'
import { compareRows, placeIn, type RowPlace } from '../core/order.ts'
import { askedSources, nameAgents, toSourceFilter, type ActivityLogs } from './logs.ts'

/** Rows of one log at once: some milliseconds. */
const rowsAtOnce = 100

type Ahead = { readonly source: ActivitySource; rows: readonly ActivityRow[]; next: number; place: RowPlace | null }

/** `filter.text` is not looked at. Rejects when a log can't be read. */
export async function* eachRow(
  logs: ActivityLogs,
  filter: ActivityFilter,
  from: RowPlace,
): AsyncGenerator<ActivityRow> {
  const asked = toSourceFilter(filter)
  const all = askedSources(logs, filter).map((source): Ahead => ({ source, rows: [], next: 0, place: from }))

  async function readOn(ahead: Ahead): Promise<void> {
    const { source, place } = ahead
    if (ahead.next < ahead.rows.length || place === null) return
    const rows = await source.page(asked, placeIn(source.log, place), rowsAtOnce)
    ahead.rows = await nameAgents(logs, rows)
    ahead.next = 0
    ahead.place = rows.length < rowsAtOnce ? null : (rows.at(-1) ?? null)
    await nextTurn()
  }

  for (;;) {
    for (const ahead of all) await readOn(ahead)
    const first = firstOf(all)
    const row = first?.rows[first.next]
    if (first === undefined || row === undefined) return
    first.next += 1
    yield row
  }
}

function firstOf(all: readonly Ahead[]): Ahead | undefined {
  let first: Ahead | undefined
  for (const ahead of all) {
    const row = ahead.rows[ahead.next]
    const best = first?.rows[first.next]
    if (row !== undefined && (best === undefined || compareRows(row, best) < 0)) first = ahead
  }
  return first
}
