// `orrery strand ls | show`: strands as a table, one in full.
import { printable } from '#base/printable.ts'
import { shortSpan } from '#base/short-span.ts'
import { fromIso } from '#base/time.ts'
import type { Cli } from '#platform/server/cli/cli.ts'
import type { Output } from '#platform/server/cli/output.ts'
import { formatTable } from '#platform/server/cli/table.ts'
import { systemClock } from '#platform/server/clock.ts'
import type { LoadError, Run, Strand } from '../../contract.ts'
import { outcomeOf } from '../../core/caveat.ts'
import { flowRoutes } from '../bound-routes.ts'
import { fetchStrands, findStrand } from './api.ts'
import { colourOf, lastStatusOf, standingOf, tookOf, triggerOf, wordOf } from './words.ts'

/** What `-s` takes. */
export const listStates = ['running', 'failed', 'not_ok', 'not_set_up', 'on', 'off'] as const

export type StrandListFlags = { readonly status?: (typeof listStates)[number]; readonly all?: boolean }

export async function listStrands(cli: Cli, { status, all }: StrandListFlags): Promise<void> {
  const { strands: found, errors } = await fetchStrands(cli)
  const fits = (strand: Strand): boolean =>
    (all === true || !strand.seed || strand.enabled) && hasStatus(strand, status)
  const strands = found.filter(fits).toSorted((a, b) => (a.id < b.id ? -1 : 1))
  cli.output.result({ strands, errors }, strands.length === 0 ? '' : strandTable(strands, cli.output))
  const seeds = found.filter((strand) => !fits(strand) && strand.seed).length
  if (strands.length === 0) cli.output.note('No strands. Write one with: orrery strand new my-strand')
  else if (seeds > 0 && status === undefined)
    cli.output.note(`${seeds === 1 ? '1 seed is' : `${seeds} seeds are`} left out: see them with --all.`)
  for (const error of errors) cli.output.note(`not loaded: ${placeOf(error)}: ${printable(error.reason)}`)
}

export function placeOf({ file, line }: LoadError): string {
  return printable(line === null ? file : `${file}:${line}`)
}

function hasStatus(strand: Strand, status: StrandListFlags['status']): boolean {
  if (status === undefined) return true
  return status === 'on' || status === 'off' ? strand.enabled === (status === 'on') : lastStatusOf(strand) === status
}

function strandTable(strands: readonly Strand[], output: Output): string {
  const now = systemClock.now()
  return formatTable(
    strands,
    [
      {
        title: 'LAST',
        text: (strand) => wordOf(lastStatusOf(strand)) || 'never ran',
        paint: (text, strand) => output.paint(colourOf(lastStatusOf(strand)), text),
      },
      { title: 'AGO', text: ({ ticks }) => agoOf(ticks.findLast(({ run_id: id }) => id !== null)?.at, now) },
      { title: 'ID', text: ({ id }) => id },
      { title: 'RUNS', text: triggerOf, shrinks: { minimum: 10 } },
      { title: 'NEXT', text: (strand) => nextOf(strand, now) },
      { title: 'NAME', text: ({ name, id }) => (name === id ? '' : name), shrinks: { minimum: 12 } },
    ],
    output.width,
  )
}

function agoOf(iso: string | undefined, nowMs: number): string {
  return iso === undefined ? '' : shortSpan(nowMs - fromIso(iso))
}

function nextOf({ enabled, next_runs: [next], upstream, broken }: Strand, nowMs: number): string {
  if (broken !== null) return 'broken file'
  if (upstream?.gone_at != null) return 'gone'
  if (!enabled) return 'off'
  return next === undefined ? '' : `in ${shortSpan(fromIso(next) - nowMs)}`
}

/** Runs that `show` prints. */
const shownRuns = 8

export async function showStrand(cli: Cli, name: string): Promise<void> {
  const strand = await findStrand(cli, name)
  const { runs } = await cli.api.ask(flowRoutes.listRuns, { query: { strand: strand.id, limit: shownRuns } })
  const { output } = cli
  const parts = [
    `${output.paint('bold', printable(strand.name))}\n${facts(strand)}`,
    stepTable(strand, output),
    runs.length === 0 ? 'It never ran.' : runTable(runs, output),
  ]
  output.result({ strand, runs }, parts.join('\n\n'))
}

function facts(strand: Strand): string {
  const rows: readonly (readonly [string, string | null])[] = [
    ['id', strand.id],
    ['about', strand.description === '' ? null : strand.description],
    [
      'broken',
      strand.broken === null
        ? null
        : `since ${strand.broken.since}, ${placeOf(strand.broken)}: ${strand.broken.reason}`,
    ],
    ['runs', strand.schedule === null ? triggerOf(strand) : `${triggerOf(strand)} (${strand.schedule})`],
    ['enabled', strand.enabled ? 'yes' : 'no'],
    ['at boot', strand.start_at_boot ? 'runs once after each start' : null],
    ['next', strand.next_runs.length === 0 ? null : strand.next_runs.join(', ')],
    ['if missed', strand.missed === 'run_once' ? 'runs once' : 'left out'],
    ['at once', String(strand.concurrency)],
    ['host', strand.default_host],
    ['needs', strand.required_capabilities.length === 0 ? null : strand.required_capabilities.join(', ')],
    ['input', strand.input_schema === null ? null : JSON.stringify(strand.input_schema)],
    ['module', strand.modulePath],
    ['job', strand.upstream?.job_id ?? null],
  ]
  return rows.flatMap(([name, value]) => (value === null ? [] : `${name.padEnd(10)}${printable(value)}`)).join('\n')
}

function stepTable({ steps }: Strand, output: Output): string {
  return formatTable(
    steps,
    [
      { title: 'STEP', text: ({ id }) => id },
      { title: 'AFTER', text: ({ after }) => after.join(', '), shrinks: { minimum: 12 } },
      { title: 'WHERE', text: ({ host, requires }) => [...(host === null ? [] : [host]), ...requires].join(', ') },
      { title: 'TRIES', text: ({ retries }) => String(retries + 1) },
      { title: 'LIMIT', text: ({ timeout_ms: ms }) => shortSpan(ms) },
    ],
    output.width,
  )
}

function runTable(runs: readonly Run[], output: Output): string {
  const now = systemClock.now()
  return formatTable(
    runs,
    [
      {
        title: 'STATE',
        text: standingOf,
        paint: (text, run) => output.paint(colourOf(outcomeOf(run)), text),
      },
      { title: 'AGO', text: (run) => shortSpan(now - fromIso(run.started_at ?? run.created_at)) },
      { title: 'TOOK', text: (run) => tookOf(run, now) },
      { title: 'BY', text: ({ trigger_by: by }) => by, shrinks: { minimum: 8 } },
      { title: 'RUN', text: ({ run_id: id }) => id },
      { title: 'WHY', text: ({ error, caveat }) => error ?? caveat?.reason ?? '', shrinks: { minimum: 12 } },
    ],
    output.width,
  )
}
