// What happened as a table, line by line as it happens, or as a file.
import { printable } from '#base/printable.ts'
import { fromIso, toIso } from '#base/time.ts'
import { maxPageLimit } from '#platform/contract.ts'
import type { Cli } from '#platform/server/cli/cli.ts'
import { CliError } from '#platform/server/cli/cli-error.ts'
import { formatTable } from '#platform/server/cli/table.ts'
import { pause } from '#platform/server/pause.ts'
import type { ActivityAnswer, ActivityFilter, ActivityRow } from '../../contract.ts'
import { csvHead, csvLine, jsonLine } from '../../core/export.ts'
import { groupRepeats, type RowGroup } from '../../core/group.ts'
import { newerRows, overlapMs } from '../../core/newer.ts'
import { whoDid } from '../../core/words.ts'
import { activityRoutes } from '../bound-routes.ts'

export type ActivityOptions = ActivityFilter & {
  readonly follow?: true
  readonly limit: number
  readonly export?: 'csv' | 'jsonl'
}

/** Throws `CliError` for what the service refuses. */
export async function showActivity(
  cli: Cli,
  { follow, limit, export: format, ...filter }: ActivityOptions,
): Promise<void> {
  if (format !== undefined) return exportAll(cli, filter, format)
  const answer = await readFirst(cli, filter, limit)
  if (follow === true) return followRows(cli, filter, answer.rows)
  const groups = groupRepeats(answer.rows)
  cli.output.result(answer, groups.length === 0 ? '' : tableOf(cli, groups))
  if (answer.rows.length === 0) cli.output.note('Nothing of that happened.')
  else if (answer.next_cursor !== null)
    cli.output.note('There is more: narrow it with --since or --kind, or see --export.')
}

/** Of words that few rows have a page may be short: it is read on until there are enough, or no more. */
async function readFirst(cli: Cli, filter: ActivityFilter, limit: number): Promise<ActivityAnswer> {
  const rows: ActivityRow[] = []
  for (let cursor: string | undefined; ;) {
    const query = { ...filter, limit: limit - rows.length, ...(cursor === undefined ? {} : { cursor }) }
    const answer = await cli.api.ask(activityRoutes.readActivity, { query })
    rows.push(...answer.rows)
    if (answer.next_cursor === null || rows.length >= limit) return { rows, next_cursor: answer.next_cursor }
    cursor = answer.next_cursor
  }
}

function tableOf({ output }: Cli, groups: readonly RowGroup[]): string {
  return formatTable(
    groups.map(({ rows }) => ({ row: rows[0], times: rows.length })),
    [
      { title: 'AT', text: ({ row }) => localTime(row.at) },
      { title: 'SOURCE', text: ({ row }) => row.source, paint: (text) => output.paint('dim', text) },
      { title: 'WHO', text: ({ row }) => printable(whoDid(row)), shrinks: { minimum: 10 } },
      { title: 'ON', text: ({ row }) => printable(row.subject.label), shrinks: { minimum: 14 } },
      {
        title: 'WHAT',
        text: ({ row, times }) => printable(row.text) + (times === 1 ? '' : ` (${times} times)`),
        shrinks: { minimum: 20 },
      },
    ],
    output.width,
  )
}

/** In the time of the machine; Swedish writes dates as ISO does. */
const localTime = (iso: string): string => new Date(iso).toLocaleString('sv-SE')

/** Quick enough for an eye that watches, and one small request each. */
const everyMs = 1000

/** Ends when the person interrupts. A service that is away for a while, as in a restart, is waited for. */
async function followRows(cli: Cli, filter: ActivityFilter, first: readonly ActivityRow[]): Promise<void> {
  const interrupted = cli.process.catchSignals()
  let known = first
  let isAway = false
  let seenAtMs = performance.now()
  // What agents reported while the service was away comes in late, with the times at which it happened.
  const passed = (): number => performance.now() - seenAtMs
  for (const row of first.toReversed()) cli.output.raw(lineOf(cli, row))
  while (!interrupted.aborted) {
    await pause(everyMs, interrupted)
    if (interrupted.aborted) return
    try {
      const rows = await readSince(cli, filter, { known, backMs: overlapMs + passed() })
      for (const row of rows.toReversed()) cli.output.raw(lineOf(cli, row))
      known = [...rows, ...known].slice(0, mostKnown)
      isAway = false
      seenAtMs = performance.now()
    } catch (error) {
      if (!(error instanceof CliError) || error.exit !== 'unavailable') throw error
      if (!isAway) cli.output.note(`${error.message}; following goes on when it is back`)
      isAway = true
    }
  }
}

/** More than come in the time that is looked at again. */
const mostKnown = 5000

type Since = { readonly known: readonly ActivityRow[]; readonly backMs: number }

async function readSince(cli: Cli, filter: ActivityFilter, { known, backMs }: Since): Promise<ActivityRow[]> {
  const [newest] = known
  const since = newest === undefined ? filter.since : toIso(fromIso(newest.at) - backMs)
  const fresh: ActivityRow[] = []
  for (let cursor: string | undefined; ;) {
    const answer = await readPage(cli, { ...filter, since }, cursor)
    fresh.push(...answer.rows)
    cursor = answer.next_cursor ?? undefined
    if (cursor === undefined || fresh.length >= mostKnown) break
  }
  return newerRows(known, fresh)
}

/** With --json each line is an object of its own. */
function lineOf({ output }: Cli, row: ActivityRow): string {
  if (output.json) return jsonLine(row)
  const { at, source, subject, text } = row
  return `${localTime(at)}  ${output.paint('dim', source)}  ${printable(`${whoDid(row)}  ${subject.label}: ${text}`)}\n`
}

/** Page after page, so that a file of any length passes through. */
async function exportAll(cli: Cli, filter: ActivityFilter, format: 'csv' | 'jsonl'): Promise<void> {
  if (format === 'csv') cli.output.raw(csvHead)
  for (let cursor: string | undefined; ;) {
    const answer = await readPage(cli, filter, cursor)
    cli.output.raw(answer.rows.map(format === 'csv' ? csvLine : jsonLine).join(''))
    if (answer.next_cursor === null) return
    cursor = answer.next_cursor
  }
}

/** The longest page that the service gives. */
function readPage(cli: Cli, filter: ActivityFilter, cursor: string | undefined): Promise<ActivityAnswer> {
  const query = { ...filter, limit: maxPageLimit, ...(cursor === undefined ? {} : { cursor }) }
  return cli.api.ask(activityRoutes.readActivity, { query })
}
