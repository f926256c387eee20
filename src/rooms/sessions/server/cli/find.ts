// Turns what a person typed into one session, or says which ones it could be.
import type { Cli } from '#platform/server/cli/cli.ts'
import { CliError } from '#platform/server/cli/cli-error.ts'
import { printable } from '#base/printable.ts'
import type { Session, SessionView } from '../../contract.ts'
import { pickSession } from '../../core/list/pick-session.ts'
import { sessionRoutes } from '../bound-routes.ts'

/** Enough to choose from; more would scroll the reason away. */
const shownCandidates = 8

/** The service answers all at once, unless they are too many for one answer. */
export async function allSessions(cli: Cli): Promise<readonly SessionView[]> {
  const all: SessionView[] = []
  for (let query = {}; ;) {
    const { sessions, next_cursor: next } = await cli.api.ask(sessionRoutes.listSessions, { query })
    all.push(...sessions)
    if (next === null) return all
    query = { cursor: next }
  }
}

/** Throws `CliError` when no session, or more than one, is meant. */
export async function findSession(cli: Cli, name: string): Promise<Session> {
  return pick(await allSessions(cli), name)
}

/** All of them before anything is done to one. */
export async function findSessions(cli: Cli, names: readonly string[]): Promise<readonly Session[]> {
  const sessions = await allSessions(cli)
  return names.map((name) => pick(sessions, name))
}

function pick(sessions: readonly Session[], name: string): Session {
  const picked = pickSession(sessions, name)
  if (picked.ok) return picked.value
  if (picked.error.length === 0) {
    throw new CliError('refused', `no session is called "${name}"`, { hints: ['See all of them with: orrery ls'] })
  }
  const shown = picked.error.slice(0, shownCandidates).map(describe)
  const rest = picked.error.length - shown.length
  throw new CliError('refused', `"${name}" could be ${picked.error.length} sessions`, {
    hints: ['Name one of them in full:', ...shown, ...(rest > 0 ? [`  and ${rest} more`] : [])],
  })
}

const describe = (session: Session): string => `  ${session.tmux_session}  ${printable(session.label)}  (${session.id})`
