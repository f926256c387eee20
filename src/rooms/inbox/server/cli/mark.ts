// `orrery inbox seen | snooze | back`.
import { toIso } from '#base/time.ts'
import type { Cli } from '#platform/server/cli/cli.ts'
import { CliError } from '#platform/server/cli/cli-error.ts'
import { systemClock } from '#platform/server/clock.ts'
import { markLimit, type InboxItem, type MarkAnswer, type MarkRequest } from '../../contract.ts'
import { arrange } from '../../core/arrange.ts'
import { snoozeUntil } from '../../core/snooze-until.ts'
import { inboxRoutes } from '../bound-routes.ts'
import { clockText } from '#platform/server/cli/clock-text.ts'
import { findItem, readAll } from './read.ts'

export type GroupOption = { readonly group?: boolean }
export type SeenOptions = GroupOption & { readonly all?: boolean }

/** Without a name, `--all`: everything that can be seen. */
export async function markSeen(cli: Cli, names: readonly string[], { all = false, group }: SeenOptions): Promise<void> {
  if (all === names.length > 0) throw new CliError('usage', 'name what you have seen, or give --all')
  const { items } = await readAll(cli, { state: all ? 'open' : 'all' })
  const chosen = all ? items.filter(({ kind }) => kind !== 'needs_you') : choose(items, names, { group })
  await mark(cli, chosen, { said: { mark: 'seen' }, words: 'seen' })
}

export async function snooze(
  cli: Cli,
  name: string,
  { until: said, group }: GroupOption & { readonly until: string },
): Promise<void> {
  const untilMs = snoozeUntil(said, systemClock.now(), machineClock)
  if (untilMs === undefined) {
    throw new CliError('usage', `"${said}" is no time to put something off for`, {
      hints: [
        'Say 20m, 1h, 2d, 18:30, 2026-11-25, "2026-11-25 09:00", evening, tomorrow, or change: until its state changes. It must lie ahead.',
      ],
    })
  }
  const until = untilMs === null ? null : toIso(untilMs)
  const { items } = await readAll(cli, { state: 'all' })
  const words = until === null ? 'snoozed until it changes' : `snoozed until ${clockText(until)}, or until it changes`
  await mark(cli, choose(items, [name], { group }), { said: { mark: 'snoozed', until }, words })
}

export async function bringBack(cli: Cli, names: readonly string[]): Promise<void> {
  const { items } = await readAll(cli, { state: 'all' })
  await mark(cli, choose(items, names, {}), { said: { mark: 'none' }, words: 'back in the inbox' })
}

type Chosen = { readonly group?: boolean | undefined }

function choose(
  items: readonly InboxItem[],
  names: readonly string[],
  { group = false }: Chosen,
): readonly InboxItem[] {
  const named = names.map((name) => findItem(items, name))
  if (!group) return named
  const groups = arrange(items).sections.flatMap((section) => section.groups)
  return [...new Set(named.flatMap((item) => groups.find((each) => each.items.includes(item))?.items ?? [item]))]
}

type Marking = { readonly said: Pick<MarkRequest, 'mark' | 'until'>; readonly words: string }

async function mark(cli: Cli, items: readonly InboxItem[], { said, words }: Marking): Promise<void> {
  const marked: MarkAnswer = { items: [], left: [] }
  for (let from = 0; from < items.length; from += markLimit) {
    const part = items.slice(from, from + markLimit).map(({ id, moment }) => ({ id, moment }))
    const answer = await cli.api.ask(inboxRoutes.markInbox, { body: { items: part, ...said } })
    marked.items.push(...answer.items)
    marked.left.push(...answer.left)
  }
  cli.output.result(marked, marked.items.map(({ id, title }) => `${id}  ${title}: ${words}`).join('\n'))
  for (const { id, reason } of marked.left) cli.output.note(`${id}: ${reason}`)
  if (items.length === 0) cli.output.note('There is nothing to see.')
}

/** Days and hours as they are on the machine's clock. */
const machineClock = {
  at(days: number, hour: number): number {
    const day = new Date(systemClock.now())
    return new Date(day.getFullYear(), day.getMonth(), day.getDate() + days, 0, Math.round(hour * 60)).getTime()
  },
  get today(): string {
    // Swedish writes dates as ISO does.
    return new Date(systemClock.now()).toLocaleDateString('sv-SE')
  },
}
