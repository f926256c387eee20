// Starts a session with its program, its environment and its output pipe in one tmux call.
import { err, ok, type Result } from '#base/result.ts'
import { identityFormat, parseIdentity } from './find-session.ts'
import { chain, enteringDirectory, exactly, pipeCommand } from './tmux-arguments.ts'
import { describe, runPastExit, tmuxFailure, type TmuxClient } from './tmux-client.ts'
import { keeperName, safeSessionName, type NewSession, type TmuxFailure, type TmuxIdentity } from './tmux.ts'

/** The size until somebody attaches: wide enough that agents do not wrap their output early. */
export const newSessionSize = { columns: 160, rows: 48 } as const

type StartedSession = TmuxIdentity & {
  /** What went wrong after the session was there, or null: it runs, but its output may not be piped. */
  readonly warning: string | null
}

export async function newSession(
  client: TmuxClient,
  session: NewSession,
): Promise<Result<StartedSession, TmuxFailure>> {
  if (!safeSessionName.test(session.name) || session.name === keeperName) {
    throw new Error(`not a name for a session: ${JSON.stringify(session.name)}`)
  }
  const outcome = await runPastExit(client, newSessionCommand(session))
  const started = outcome.kind === 'exited' ? parseIdentity(outcome.stdout) : null
  if (outcome.kind !== 'exited' || started === null) return err(tmuxFailure(outcome))
  return ok({ ...started, warning: outcome.code === 0 ? null : describe(outcome) })
}

/**
 * tmux runs the chain before it reads the new terminal, so the pipe gets the first byte, and a program that ends at once
 * ends after the options are set.
 */
function newSessionCommand({ name, workingDir, env, argv, pipeTo }: NewSession): string[] {
  const target = exactly(name)
  const isPlain = !workingDir.includes('#') && argv.length > 1
  const naming = ['-s', name, '-n', name, '-P', '-F', identityFormat]
  const place = ['-x', `${newSessionSize.columns}`, '-y', `${newSessionSize.rows}`, '-c', isPlain ? workingDir : '/']
  const variables = Object.entries(env).flatMap(([variable, value]) => ['-e', `${variable}=${value}`])
  const program = isPlain ? argv : enteringDirectory(workingDir, argv)
  return chain(
    ['new-session', '-d', ...naming, ...place, ...variables, '--', ...program],
    // A person's own settings may keep dead panes, or end sessions that nobody is attached to: not these.
    ['set-option', '-w', '-t', target, 'remain-on-exit', 'off'],
    ['set-option', '-t', target, 'destroy-unattached', 'off'],
    // The page around it says more, and the row is the agent's.
    ['set-option', '-t', target, 'status', 'off'],
    ...(pipeTo === null ? [] : [['pipe-pane', '-t', target, pipeCommand(pipeTo)]]),
  )
}
