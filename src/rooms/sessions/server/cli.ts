// The session commands of `orrery`: names, arguments and options; what they do stands in cli/.
import { InvalidArgumentError, Option, type Command } from 'commander'
import type { Cli } from '#platform/server/cli/cli.ts'
import { sessionStates } from '../contract.ts'
import { attach } from './cli/attach.ts'
import { dismissSessions, type Dismissal, moveSessions, stopSessions } from './cli/change.ts'
import { launch, type LaunchOptions } from './cli/launch.ts'
import { listSessions, type ListOptions } from './cli/list.ts'
import { showLog } from './cli/logs.ts'

export { parseTemplate } from '../core/command.ts'

export type SessionCommandParts = {
  readonly cli: Cli
  /** The `tmux -L` name of the settings in force, read when a command needs it. */
  readonly tmuxSocket: () => string | null
}

const sessionArgument = 'id, tmux name or label of a session, or the beginning of one'

/** Adds the commands to the program. */
export function addSessionCommands(program: Command, parts: SessionCommandParts): void {
  addLaunch(program, parts)
  addReading(program, parts)
  addChanges(program, parts)
}

function addLaunch(program: Command, { cli }: SessionCommandParts): void {
  program
    .command('launch')
    .summary('start an agent')
    .description('Start an agent in tmux, here. Words after the agent type are its prompt; `-` reads it from stdin.')
    .argument('<agent_type>', 'code-agent, gateway-agent, shell, or a type of config.json')
    .argument('[prompt...]', 'prompt or command')
    .option('-p, --prompt <text>', 'prompt or command, instead of words')
    .option('-i, --interactive', 'start without a prompt and stay')
    .option('-t, --task <id>', 'task that the session works on')
    .option('-a, --after <id>', 'task that must be done first; may be given again', collect)
    .option('-d, --dir <path>', 'working directory (default: this one)')
    .option('-n, --name <name>', 'name of the tmux session')
    .option('-l, --label <text>', 'name on the card')
    .action(async (agentType: string, words: string[], options: LaunchOptions) => {
      await launch(cli, { ...options, agentType, words })
    })
}

function addReading(program: Command, { cli, tmuxSocket }: SessionCommandParts): void {
  program
    .command('ls')
    .summary('list sessions')
    .description('List sessions, whoever waits for you first.')
    .addOption(new Option('-s, --state <state...>', 'only these states').choices(sessionStates))
    .option('-w, --watch', 'go on as they change; one line a change where stdout is no terminal')
    .addOption(new Option('--names', 'tmux names only, one a line').hideHelp())
    .action(async (options: ListOptions) => {
      await listSessions(cli, options)
    })
  program
    .command('attach')
    .summary("open a session's terminal")
    .description("Open a session's terminal in this one. Detach with Ctrl+B, then d.")
    .argument('<session>', sessionArgument)
    .option('-r, --read-only', 'look without typing')
    .action(async (session: string, { readOnly }: { readOnly?: boolean }) => {
      await attach(cli, session, { socket: tmuxSocket(), readOnly: readOnly ?? false })
    })
  program
    .command('logs')
    .summary("show a session's output")
    .description('Show what a session wrote to its terminal.')
    .argument('<session>', sessionArgument)
    .option('-f, --follow', 'go on as more comes')
    .option('-n, --lines <count>', 'lines from the end', wholeNumber, 50)
    .option('--raw', 'escape sequences included, as the agent wrote them')
    .action(async (session: string, options: { follow?: boolean; lines: number; raw?: boolean }) => {
      await showLog(cli, session, options)
    })
}

function addChanges(program: Command, { cli }: SessionCommandParts): void {
  const onSessions = (name: string, summary: string, description: string) =>
    program.command(name).summary(summary).description(description).argument('<session...>', sessionArgument)

  onSessions('stop', 'interrupt sessions', 'Send Ctrl+C to the terminal and set the session to failed.').action(
    async (names: string[]) => stopSessions(cli, names),
  )
  onSessions('restart', 'run ended sessions again', 'Launch a completed or failed session again.').action(
    async (names: string[]) => moveSessions(cli, names, { state: 'running' }),
  )
  onSessions('resume', 'send waiting sessions on', 'Move a session that awaits review back to running.').action(
    async (names: string[]) => moveSessions(cli, names, { event: 'user.resume' }),
  )
  onSessions('requeue', 'put ended sessions back', 'Move a completed or failed session back to idle.').action(
    async (names: string[]) => moveSessions(cli, names, { state: 'idle' }),
  )
  program
    .command('dismiss')
    .summary('remove sessions')
    .description('Remove sessions from the board, with their logs and queued events.')
    .argument('[session...]', sessionArgument)
    .option('--completed', 'all that are completed')
    .option('--kill', 'end their terminals too')
    .action(async (names: string[], options: Dismissal) => dismissSessions(cli, names, options))
}

/** Not commander's own list, which would take the words of the prompt for ids. */
function collect(id: string, before: readonly string[] = []): string[] {
  return [...before, id]
}

function wholeNumber(text: string): number {
  if (/^\d{1,6}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be a whole number.')
}
