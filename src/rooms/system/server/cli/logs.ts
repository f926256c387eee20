// `orrery system logs`: the newest lines of the service's log, and those that follow.
import { printable } from '#base/printable.ts'
import { maxPageLimit } from '#platform/contract.ts'
import type { Cli } from '#platform/server/cli/cli.ts'
import type { Colour } from '#platform/server/cli/output.ts'
import { pause } from '#platform/server/pause.ts'
import type { LogLevel, ServiceLogRow } from '../../contract.ts'
import { fieldsInWords } from '../../core/log-lines.ts'
import { systemRoutes } from '../bound-routes.ts'

export type SystemLogOptions = { readonly level: LogLevel; readonly lines: number; readonly follow?: boolean }

const colours: Readonly<Record<LogLevel, Colour>> = { debug: 'dim', info: 'blue', warn: 'yellow', error: 'red' }
/** Soon enough for a person who watches. */
const followMs = 1000

export async function printLogs(cli: Cli, { level, lines, follow = false }: SystemLogOptions): Promise<void> {
  const { rows, newest } = await readNewest(cli, level, lines)
  if (!follow) {
    cli.output.result({ rows }, rows.map((row) => lineOf(cli, row)).join('\n'))
    return
  }
  print(cli, rows)
  await followFrom(cli, level, newest)
}

/** Oldest first. */
async function readNewest(cli: Cli, level: LogLevel, lines: number) {
  const rows: ServiceLogRow[] = []
  let newest: string | null = null
  for (let cursor: string | null = ''; cursor !== null && rows.length < lines;) {
    const from: { cursor?: string } = cursor === '' ? {} : { cursor }
    const limit = Math.min(maxPageLimit, lines - rows.length)
    const answer = await cli.api.ask(systemRoutes.readLogs, { query: { level, limit, ...from } })
    rows.push(...answer.rows)
    newest ??= answer.newest
    cursor = answer.next_cursor
  }
  return { rows: rows.toReversed(), newest: newest ?? '' }
}

async function followFrom(cli: Cli, level: LogLevel, newest: string): Promise<void> {
  const stopped = cli.process.catchSignals()
  for (let after = newest; !stopped.aborted;) {
    const answer = await cli.api.ask(systemRoutes.readLogs, { query: { level, limit: maxPageLimit, after } })
    print(cli, answer.rows.toReversed())
    after = answer.newest
    // Ctrl+C ends the wait; so many lines at once have more behind them.
    if (answer.rows.length < maxPageLimit) await pause(followMs, stopped)
  }
}

function print(cli: Cli, rows: readonly ServiceLogRow[]): void {
  for (const row of rows) cli.output.raw(`${cli.output.json ? JSON.stringify(row) : lineOf(cli, row)}\n`)
}

/** In the time of the machine. */
function lineOf({ output }: Cli, row: ServiceLogRow): string {
  const { at, level, message, fields, stack } = row
  // Swedish writes dates as ISO does.
  const when = output.paint('dim', new Date(at).toLocaleString('sv-SE'))
  const details = output.paint('dim', printable(fieldsInWords(fields)))
  const head = [when, output.paint(colours[level], level.padEnd(5)), printable(message), details]
  const below = stack === null ? [] : stack.split('\n').map((text) => `  ${printable(text)}`)
  return [head.filter((part) => part !== '').join(' '), ...below].join('\n')
}
