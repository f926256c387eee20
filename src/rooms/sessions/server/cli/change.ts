// `orrery stop | restart | resume | requeue | dismiss`: one change, for one session after the other.
import type { Cli } from '#platform/server/cli/cli.ts'
import { CliError } from '#platform/server/cli/cli-error.ts'
import type { PatchRequest, Session } from '../../contract.ts'
import { sessionRoutes } from '../bound-routes.ts'
import { allSessions, findSessions } from './find.ts'

/** The first refusal ends it: what came before is done and was said. */
async function forEach(cli: Cli, names: readonly string[], act: Act): Promise<void> {
  await actOn(cli, await findSessions(cli, names), act)
}

type Act = (session: Session) => Promise<{ readonly answer: unknown; readonly said: string }>

async function actOn(cli: Cli, sessions: readonly Session[], act: Act): Promise<void> {
  for (const session of sessions) {
    const { answer, said } = await act(session)
    cli.output.result(answer, `${session.tmux_session} ${said}`)
  }
}

export async function stopSessions(cli: Cli, names: readonly string[]): Promise<void> {
  await forEach(cli, names, async ({ id }) => {
    const answer = await cli.api.ask(sessionRoutes.stopAgent, { body: { session_id: id } })
    return { answer, said: `is ${word(answer.session)}` }
  })
}

/** Restart, resume and requeue are moves that the service maps to the event that leads there. */
export async function moveSessions(cli: Cli, names: readonly string[], body: PatchRequest): Promise<void> {
  await forEach(cli, names, async ({ id }) => {
    const answer = await cli.api.ask(sessionRoutes.patchSession, { params: { id }, body })
    return { answer, said: answer.changed ? `is ${word(answer.session)}` : `was ${word(answer.session)} already` }
  })
}

export type Dismissal = { readonly completed?: boolean; readonly kill?: boolean }

/** Those that are named, or every completed one. */
export async function dismissSessions(
  cli: Cli,
  names: readonly string[],
  { completed = false, kill = false }: Dismissal,
): Promise<void> {
  if (completed === names.length > 0) {
    const wrong = completed ? '--completed takes no names' : 'which session?'
    throw new CliError('usage', wrong, {
      hints: ['Name sessions, or dismiss all completed ones: orrery dismiss --completed'],
    })
  }
  const sessions = completed ? await completedSessions(cli) : await findSessions(cli, names)
  if (sessions.length === 0) cli.output.note('No session is completed.')
  await actOn(cli, sessions, async ({ id }) => {
    const query = kill ? { kill } : {}
    const answer = await cli.api.ask(sessionRoutes.removeSession, { params: { id }, query })
    return { answer, said: kill ? 'is dismissed, its terminal ended' : 'is dismissed' }
  })
}

async function completedSessions(cli: Cli): Promise<readonly Session[]> {
  return (await allSessions(cli)).filter(({ state }) => state === 'completed')
}

const word = ({ state }: Session): string => state.replaceAll('_', ' ')
