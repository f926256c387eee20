// `orrery stop | restart | resume | requeue | dismiss`: one change, for one session after the other.
import { shellWord } from '#base/shell-word.ts'
import type { Cli } from '#platform/server/cli/cli.ts'
import { CliError } from '#platform/server/cli/cli-error.ts'
import { pause } from '#platform/server/pause.ts'
import type { PatchRequest, Session, SessionAnswer } from '../../contract.ts'
import { shownStateOf } from '../../core/end/shown-state.ts'
import { whyOf } from '../../core/list/why.ts'
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

export type StopCommand = { readonly force?: boolean; readonly wait?: boolean }

/** With `wait` it ends when nothing of the session is left, or when the person interrupts. */
export async function stopSessions(cli: Cli, names: readonly string[], options: StopCommand): Promise<void> {
  const { force = false, wait: isAwaited = false } = options
  await forEach(cli, names, async ({ id }) => {
    const answer = await cli.api.ask(sessionRoutes.stopAgent, { body: { session_id: id, force } })
    const last = isAwaited ? await untilStopped(cli, answer) : answer
    if (last.session.stopping !== null && !force) cli.output.note(forceHint(last.session))
    return { answer: last, said: `is ${word(last.session)}` }
  })
}

/** Quick enough for an eye that waits, and one small request each. */
const lookEveryMs = 500

async function untilStopped(cli: Cli, asked: SessionAnswer): Promise<SessionAnswer> {
  const interrupted = cli.process.catchSignals()
  let answer = asked
  let told: string | null = null
  while (answer.session.stopping !== null && !interrupted.aborted) {
    const why = whyOf(answer.session, (task) => task)
    if (why !== told) cli.output.note(`${answer.session.tmux_session}: ${why}`)
    told = why
    await pause(lookEveryMs, interrupted)
    answer = await cli.api.ask(sessionRoutes.readSession, { params: { id: answer.session.id } })
  }
  return answer
}

function forceHint({ tmux_session: name }: Session): string {
  return `It is followed until its program is gone. What goes on is ended by: orrery stop --force ${shellWord(name)}`
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

const word = (session: Session): string => shownStateOf(session).replaceAll('_', ' ')
