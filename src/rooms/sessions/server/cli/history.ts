// `orrery history`: sessions that left the board, one of them in full, launched again, or removed for good.
import { printable } from '#base/printable.ts'
import { shortSpan } from '#base/short-span.ts'
import { shellWord } from '#base/shell-word.ts'
import { fromIso } from '#base/time.ts'
import type { Cli } from '#platform/server/cli/cli.ts'
import { CliError } from '#platform/server/cli/cli-error.ts'
import { formatTable } from '#platform/server/cli/table.ts'
import { systemClock } from '#platform/server/clock.ts'
import type { Session, SessionState } from '../../contract.ts'
import type { PastCard, PastSession } from '../../contract/past.ts'
import { launchAgain } from '../../core/start/launch-again.ts'
import { whyOf } from '../../core/list/why.ts'
import { pickSession } from '../../core/list/pick-session.ts'
import { sessionRoutes } from '../bound-routes.ts'

export type HistoryOptions = {
  readonly state?: SessionState
  readonly agent?: string
  readonly task?: string
  readonly since?: string
  readonly until?: string
  readonly limit: number
}

/** The largest page that the service answers. */
const pageSize = 200

export async function listHistory(cli: Cli, options: HistoryOptions): Promise<void> {
  const sessions = await readPast(cli, options)
  cli.output.result({ sessions }, sessions.length === 0 ? '' : pastTable(cli, sessions))
  if (sessions.length === 0) cli.output.note('No session left the board in that time. Those on it: orrery ls')
}

async function readPast(cli: Cli, { agent, task, limit, ...filters }: HistoryOptions): Promise<PastCard[]> {
  const all: PastCard[] = []
  for (let cursor: string | undefined; ;) {
    const query = {
      ...filters,
      ...(agent === undefined ? {} : { agent_type: agent }),
      ...(task === undefined ? {} : { task_id: task }),
      ...(cursor === undefined ? {} : { cursor }),
      limit: Math.min(pageSize, limit - all.length),
    }
    const { sessions, next_cursor: next } = await cli.api.ask(sessionRoutes.listPast, { query })
    all.push(...sessions)
    if (next === null || all.length >= limit) return all
    cursor = next
  }
}

export function pastTable({ output }: Pick<Cli, 'output'>, sessions: readonly PastCard[]): string {
  const nowMs = systemClock.now()
  return formatTable(
    sessions,
    [
      { title: 'LEFT', text: ({ left_at: at }) => `${shortSpan(nowMs - fromIso(at))} ago` },
      { title: 'AS', text: ({ left_as: as }) => as },
      { title: 'STATE', text: ({ session }) => session.state.replaceAll('_', ' ') },
      { title: 'WHY', text: ({ session }) => whyText(session), shrinks: { minimum: 16 } },
      { title: 'LABEL', text: ({ session }) => session.label, shrinks: { minimum: 12 } },
      { title: 'AGENT', text: ({ session }) => session.agent_type },
      { title: 'ID', text: ({ session }) => session.id },
    ],
    output.width,
  )
}

const whyText = (session: Session): string => whyOf(session, (task) => task) ?? '-'

/** One in full: how it ended, its task and its prompt. */
export async function showPast(cli: Cli, name: string): Promise<void> {
  const past = await findPast(cli, name)
  const { session } = past
  const facts = [
    ['session', `${session.tmux_session}  (${session.id})`],
    ['state', session.state.replaceAll('_', ' ')],
    ['why', whyText(session)],
    ['agent', session.agent_type],
    ['task', session.task_id],
    ['directory', session.working_dir],
    ['started', session.started_at],
    ['ended', session.ended_at],
    [past.left_as, past.left_at],
    ['kept until', past.kept_until],
  ].flatMap(([term, value]) => (value === null ? [] : [`${String(term).padEnd(11)}${printable(String(value))}`]))
  const prompt = session.prompt
    .split('\n')
    .map((line) => printable(line))
    .join('\n')
  cli.output.result({ past }, [printable(session.label), ...facts, '', prompt].join('\n').trimEnd())
  cli.output.note(`Its output: orrery logs ${session.id}. Run it again: orrery history again ${session.id}`)
}

/** A new session with the type, the prompt, the task and the directory of that one. */
export async function againFromPast(cli: Cli, name: string): Promise<void> {
  const { session } = await findPast(cli, name)
  const answer = await cli.api.ask(sessionRoutes.launchAgent, { body: launchAgain(session) })
  cli.output.result(answer, answer.session.tmux_session)
  cli.output.note(
    `Launched as ${answer.session.id}. Look at it with: orrery attach ${shellWord(answer.session.tmux_session)}`,
  )
}

/** All of them are found before one is removed: what is gone can't be had again. */
export async function purgePast(cli: Cli, names: readonly string[], { yes = false }: { yes?: boolean }): Promise<void> {
  const found: PastSession[] = []
  for (const name of names) found.push(await findPast(cli, name))
  if (!yes) {
    const named = found.map(({ session }) => `  ${session.id}  ${printable(session.label)}`)
    throw new CliError('usage', 'nothing was removed: it can not be undone, so say --yes', {
      hints: ['With record, prompt, output and events would go:', ...named],
    })
  }
  for (const { session } of found) {
    const answer = await cli.api.ask(sessionRoutes.removeSession, {
      params: { id: session.id },
      query: { purge: true },
    })
    cli.output.result(answer, `${session.id} is removed for good`)
  }
}

/** By its id, or by what the newest ones are called. */
export async function findPast(cli: Cli, name: string): Promise<PastSession> {
  const newest = (await readPast(cli, { limit: 1000 })).map(({ session }) => session)
  const picked = pickSession(newest, name)
  if (!picked.ok && picked.error.length > 1) {
    const shown = picked.error.slice(0, 8).map((session) => `  ${session.id}  ${printable(session.label)}`)
    throw new CliError('refused', `"${name}" could be ${picked.error.length} sessions`, {
      hints: ['Name one of them by its id:', ...shown],
    })
  }
  const id = picked.ok ? picked.value.id : name
  return (await cli.api.ask(sessionRoutes.readPast, { params: { id } })).past
}
