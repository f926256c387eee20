// `orrery attach`: this terminal becomes the session's, until the person detaches.
import { shellLine, shellWord } from '#base/shell-word.ts'
import type { Cli } from '#platform/server/cli/cli.ts'
import { CliError } from '#platform/server/cli/cli-error.ts'
import { installCommand } from '#platform/server/cli/install-hint.ts'
import { variable, type Environment } from '#platform/server/config/environment.ts'
import { exactly } from '#platform/server/tmux/tmux-arguments.ts'
import type { Session } from '../../contract.ts'
import { livesHere } from '../../core/lives-here.ts'
import { findSession } from './find.ts'

export type AttachOptions = { readonly socket: string | null; readonly readOnly?: boolean }

export async function attach(cli: Cli, name: string, { socket, readOnly }: AttachOptions): Promise<void> {
  const session = await findSession(cli, name)
  if (!livesHere(session)) return attachElsewhere(cli, session, readOnly === true)
  if (session.tmux_alive === false) {
    throw new CliError('refused', `the terminal of ${session.tmux_session} is gone`, {
      hints: [
        `Read what it said: orrery logs ${shellWord(session.tmux_session)}`,
        `Start it again: orrery restart ${shellWord(session.tmux_session)}`,
      ],
    })
  }
  const { environment } = cli.process
  const argv = attachCommand(session.tmux_session, {
    socket,
    inside: outerSocket(environment),
    readOnly: readOnly === true,
  })
  const command = shellLine(argv)
  if (cli.output.json) return cli.output.result({ session_id: session.id, argv }, '')
  const { TMUX: _tmux, ...outside } = environment
  const code = await cli.process.runOnTerminal(argv, argv.includes('switch-client') ? environment : outside)
  if (code === null) {
    throw new CliError('unavailable', 'tmux is not installed', {
      hints: [`Install it: ${installCommand('tmux', environment)}`],
    })
  }
  if (code !== 0)
    throw new CliError('refused', `tmux could not attach (exit ${code})`, { hints: [`It was asked: ${command}`] })
}

/** A terminal of that name on this machine would be another one. */
async function attachElsewhere(cli: Cli, session: Session, readOnly: boolean): Promise<void> {
  const { id, tmux_session: name, tmux_alive: isAlive } = session
  const argv = attachCommand(name, { socket: 'orrery-device', inside: null, readOnly })
  if (isAlive !== true)
    throw new CliError('refused', `${name} has no terminal on its device`, {
      hints: [`Read what it said: orrery logs ${shellWord(name)}`],
    })
  if (cli.output.json) return cli.output.result({ session_id: id, on_device: session.device_id, argv }, '')
  const { attachThroughHub } = await import('./attach-through-hub.ts')
  await attachThroughHub(cli, session, readOnly ? 'read' : 'write')
}

export type AttachPlace = {
  readonly socket: string | null
  /** Socket name of the tmux that this terminal is inside of, or null. */
  readonly inside: string | null
  readonly readOnly: boolean
}

/** argv. Inside a tmux of the same server the client switches, since tmux refuses to nest; `=` keeps tmux from guessing. */
export function attachCommand(session: string, { socket, inside, readOnly }: AttachPlace): string[] {
  const server = socket === null ? ['tmux'] : ['tmux', '-L', socket]
  const verb = inside === (socket ?? 'default') ? 'switch-client' : 'attach-session'
  return [...server, verb, ...(readOnly ? ['-r'] : []), '-t', exactly(session)]
}

/** TMUX holds `<socket path>,<pid>,<session>`. */
function outerSocket(environment: Environment): string | null {
  const path = variable(environment, 'TMUX')?.split(',')[0]
  return path?.split('/').at(-1) ?? null
}
