// What agents used, as a table or a file.
import { printable } from '#base/printable.ts'
import type { Cli } from '#platform/server/cli/cli.ts'
import { formatTable } from '#platform/server/cli/table.ts'
import type { Fuel, UsageGroup, UsageGroupRow } from '../../contract.ts'
import { csvOfUsage } from '../../core/export.ts'
import { costWords, tokenWords } from '../../core/words.ts'
import { fuelRoutes } from '../bound-routes.ts'
import { budgetTable } from './budgets.ts'

export type FuelOptions = {
  readonly by?: UsageGroup
  readonly from?: string
  readonly to?: string
  readonly csv?: true
}

/** Throws `CliError` for what the service refuses. */
export async function showFuel(cli: Cli, { by, from, to, csv }: FuelOptions): Promise<void> {
  if (by === undefined && from === undefined && to === undefined && csv === undefined) return showToday(cli)
  const query = { by: by ?? 'day', ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
  const answer = await cli.api.ask(fuelRoutes.readUsage, { query })
  if (csv === true) return cli.output.raw(csvOfUsage(answer.groups))
  cli.output.result(answer, answer.groups.length === 0 ? '' : groupTable(cli, query.by, answer.groups))
  if (answer.groups.length === 0) cli.output.note(`Nothing was used from ${answer.from} to ${answer.to}.`)
  if (answer.groups.some(({ unpriced_tokens: tokens }) => tokens > 0)) cli.output.note(unpricedHint)
}

const unpricedHint =
  "Set the price of a model, in dollars for a million tokens: orrery settings set fuel.prices 'kestrel-70b 0.50/1.50'"

async function showToday(cli: Cli): Promise<void> {
  const fuel = await cli.api.ask(fuelRoutes.readFuel)
  const parts = [spanTable(cli, fuel)]
  if (fuel.budgets.length > 0) parts.push(budgetTable(cli, fuel.budgets))
  cli.output.result(fuel, parts.join('\n\n'))
  if (fuel.held !== null) cli.output.note(`${fuel.held.reason} ${fuel.held.hint}`)
  if (fuel.unpriced_models.length > 0)
    cli.output.note(`Without a price: ${printable(fuel.unpriced_models.join(', '))}. ${unpricedHint}`)
}

function spanTable({ output }: Cli, { today, week, month }: Fuel): string {
  const rows = [
    { name: 'Today', sums: today },
    { name: '7 days', sums: week },
    { name: '30 days', sums: month },
  ]
  const columns = [
    { title: 'SPAN', text: ({ name }: (typeof rows)[number]) => name },
    { title: 'COST', text: ({ sums }: (typeof rows)[number]) => costWords(sums) },
    { title: 'TOKENS', text: ({ sums }: (typeof rows)[number]) => tokenWords(sums.tokens) },
    { title: 'WITHOUT A PRICE', text: ({ sums }: (typeof rows)[number]) => tokenWords(sums.unpriced_tokens) },
  ]
  return formatTable(rows, columns, output.width)
}

function groupTable({ output }: Cli, by: UsageGroup, groups: readonly UsageGroupRow[]): string {
  const ofSession = [
    { title: 'AGENT', text: ({ agent }: UsageGroupRow) => agent ?? '' },
    { title: 'MODELS', text: ({ models }: UsageGroupRow) => models.join(', '), shrinks: { minimum: 12 } },
  ]
  const columns = [
    { title: by.toUpperCase(), text: ({ label }: UsageGroupRow) => label, shrinks: { minimum: 14 } },
    ...(by === 'session' ? ofSession : []),
    { title: 'IN', text: ({ input }: UsageGroupRow) => tokenWords(input) },
    { title: 'FROM CACHE', text: ({ cache_read: tokens }: UsageGroupRow) => tokenWords(tokens) },
    { title: 'INTO CACHE', text: ({ cache_write: tokens }: UsageGroupRow) => tokenWords(tokens) },
    { title: 'OUT', text: ({ output: tokens }: UsageGroupRow) => tokenWords(tokens) },
    { title: 'COST', text: costWords },
    {
      title: 'WITHOUT A PRICE',
      text: ({ unpriced_tokens: tokens }: UsageGroupRow) => (tokens === 0 ? '' : tokenWords(tokens)),
    },
  ]
  return formatTable(groups, columns, output.width)
}
