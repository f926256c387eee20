// `orrery migrate`: copies what service.db holds into an empty PostgreSQL. The home stays as it is.
import { existsSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { formatBytes } from '#base/bytes.ts'
import { secondMs } from '#base/time.ts'
import type { Cli } from '#platform/server/cli/cli.ts'
import { CliError } from '#platform/server/cli/cli-error.ts'
import { formatTable } from '#platform/server/cli/table.ts'
import { systemClock } from '#platform/server/clock.ts'
import { openDatabase } from '#platform/server/db/open-database.ts'
import { copyHome, type Copied } from '#platform/server/db/postgres/copy/copy-home.ts'
import { countRows, planCopy, sizesOf, type CopiedTable } from '#platform/server/db/postgres/copy/plan-copy.ts'
import { lookAtTarget } from '#platform/server/db/postgres/copy/target.ts'
import { lockHome, type HomeLock } from '#platform/server/files/home-lock.ts'
import { finishSwap } from '#platform/server/files/home-swap.ts'
import { connectTo, refusedCopy, targetName, type MigrateTarget } from './migrate-target.ts'

/** How often it says how far it is. */
const tellEveryMs = secondMs

export type MigrateOptions = {
  readonly url: string
  /** Whose sessions and runs these are from then on. */
  readonly node: string
  readonly dryRun: boolean
}

type Planned = { readonly table: CopiedTable; readonly rows: number; readonly bytes: number }

export async function migrateHome(cli: Cli, options: MigrateOptions): Promise<void> {
  const path = databaseOf(cli)
  using held = new DisposableStack()
  held.use(takeLock(cli.home))
  if (!options.dryRun) await bringUpToDate(cli.home, path)
  using db = new DatabaseSync(path, { readOnly: true })
  // One moment of it, whoever may have it open.
  db.exec('BEGIN')
  const sizes = sizesOf(db)
  const planned = planCopy(db).map((table) => ({
    table,
    rows: countRows(db, table),
    bytes: sizes.get(table.name) ?? 0,
  }))
  await using target = await connectTo(options.url)
  await refuseFilled(target, planned)
  if (options.dryRun) return tellPlan(cli, planned, options)
  const copied = await copy(cli, { db, target, planned, options })
  tellCopied(cli, copied, options)
}

function databaseOf({ home }: Cli): string {
  const path = join(home, 'service.db')
  if (existsSync(path)) return path
  throw new CliError('refused', `there is no service.db in ${home}, so there is nothing to copy`, {
    hints: [
      'Say which home is meant, SERVICE_HOME=<folder>, or start the service with DATABASE_URL at once: it makes its tables by itself.',
    ],
  })
}

/** Nobody writes to it until the copy is made. */
function takeLock(home: string): HomeLock {
  const lock = lockHome(realpathSync(home))
  if (lock !== null) return lock
  throw new CliError('already_running', `a service runs for ${home}, and what it writes meanwhile would be lost`, {
    hints: ['Stop it first with: orrery service stop, or with Ctrl+C where it was started by hand.'],
  })
}

/** An older version's tables, or a restore that was cut off, as a start would do it. */
async function bringUpToDate(home: string, path: string): Promise<void> {
  finishSwap(realpathSync(home))
  await openDatabase({ path, sync: 'full' })[Symbol.asyncDispose]()
}

async function refuseFilled({ client, name }: MigrateTarget, planned: readonly Planned[]): Promise<void> {
  const { filled } = await lookAtTarget(
    client,
    planned.map(({ table }) => table),
  )
  if (filled.length === 0) return
  throw new CliError('refused', `${name} holds rows of Orrery already, in ${filled.join(', ')}`, {
    hints: [
      'A copy fills empty tables alone. Give it another database, made with: createdb <name>',
      'If this home was copied there before, start the service with DATABASE_URL.',
    ],
  })
}

function tellPlan({ output }: Cli, planned: readonly Planned[], { url, node }: MigrateOptions): void {
  const filled = planned.filter(({ rows }) => rows > 0)
  const tables = filled.map(({ table, rows, bytes }) => ({ name: table.name, rows, bytes }))
  const text = formatTable(
    tables,
    [
      { title: 'TABLE', text: ({ name }) => name },
      { title: 'ROWS', text: ({ rows }) => String(rows) },
      { title: 'SIZE', text: ({ bytes }) => formatBytes(bytes) },
    ],
    output.width,
  )
  output.result({ dry_run: true, target: targetName(url), node, tables }, tables.length === 0 ? '' : text)
  output.note(
    `${rowsOf(planned)} rows would be copied to ${targetName(url)}, as those of the node ${node}. Nothing was changed.`,
  )
}

type Copying = {
  readonly db: DatabaseSync
  readonly target: MigrateTarget
  readonly planned: readonly Planned[]
  readonly options: MigrateOptions
}

async function copy(cli: Cli, { db, target, planned, options: { node } }: Copying): Promise<Copied> {
  const total = rowsOf(planned)
  cli.output.note(`Copying ${total} rows to ${target.name}`)
  const done = new Map<string, number>()
  let toldAtMs = systemClock.now()
  const onRows = ({ name }: CopiedTable, rows: number): void => {
    done.set(name, rows)
    if (systemClock.now() - toldAtMs < tellEveryMs) return
    toldAtMs = systemClock.now()
    const sum = [...done.values()].reduce((one, other) => one + other, 0)
    cli.output.note(`copying: ${sum} of ${total} rows (${name})`)
  }
  try {
    return await copyHome({ db, client: target.client, tables: planned.map(({ table }) => table), node, onRows })
  } catch (error) {
    throw refusedCopy(error, target.name)
  }
}

function tellCopied({ output }: Cli, { rows, changed }: Copied, { url, node }: MigrateOptions): void {
  const tables = [...rows].flatMap(([name, count]) => (count === 0 ? [] : { name, rows: count }))
  const sum = tables.reduce((one, { rows: count }) => one + count, 0)
  output.result(
    { dry_run: false, target: targetName(url), node, tables, changed },
    `Copied ${sum} rows to ${targetName(url)}, and checked each table.`,
  )
  if (changed.textsWithNul > 0)
    output.note(
      `${changed.textsWithNul} texts held the character NUL, which PostgreSQL does not take: it is U+FFFD there.`,
    )
  if (changed.roundedNumbers > 0) output.note(`${changed.roundedNumbers} fractions became whole numbers.`)
  output.note(`Start the service on it: DATABASE_URL=<the address> SERVICE_NODE=${node} orrery start`)
  output.note(
    'The home is needed further: its settings, keys and outputs stay there. Its service.db is not read any more.',
  )
}

const rowsOf = (planned: readonly Planned[]): number => planned.reduce((sum, { rows }) => sum + rows, 0)
