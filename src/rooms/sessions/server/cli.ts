// The session commands of `orrery`: names, arguments and options; what they do stands in cli/.
import { InvalidArgumentError, Option, type Command } from 'commander'
import type { Cli } from '#platform/server/cli/cli.ts'
import type { CliRoom } from '#platform/server/cli/cli-room.ts'
import { harnesses } from '#base/harness/adapter.ts'
import { sessionStates } from '../contract.ts'
import { attach } from './cli/attach.ts'
import { dismissSessions, type Dismissal, moveSessions, type StopCommand, stopSessions } from './cli/change.ts'
import { addHistory } from './cli/history-commands.ts'
import { launch, type LaunchOptions } from './cli/launch.ts'
import { listSessions, type ListOptions } from './cli/list.ts'
import { showLog } from './cli/logs.ts'
import { send } from './cli/send.ts'

export { findSession } from './cli/find.ts'
export { readPlaces } from './cli/on-devices.ts'

/** The session commands, and doctor's look at tmux and the programs of agents. */
export const sessionsCli: CliRoom = {
  name: 'sessions',
  addCommands(program, { cli, config }) {
    const parts = { cli, tmuxSocket: () => config().tmuxSocket }
    addLaunch(program, parts)
    addReading(program, parts)
    addSend(program, parts)
    addChanges(program, parts)
    addHistory(program, cli)
  },
  checks: ({ config, environment }) => [
    async () => (await import('./cli/doctor.ts')).checkTmux(config.tmuxSocket, environment),
    async () => (await import('./cli/doctor.ts')).checkAgents(config.agents, environment),
  ],
}

type SessionCommandParts = {
  readonly cli: Cli
  /** The `tmux -L` name of the settings in force, read when a command needs it. */
  readonly tmuxSocket: () => string | null
}

const sessionArgument = 'id, tmux name or label of a session, or the beginning of one'

function addLaunch(program: Command, { cli }: SessionCommandParts): void {
  program
    .command('launch')
    .summary('start an agent')
    .description(
      'Start an agent in a terminal of its own, in this directory. Words after the agent type are its prompt; `-` reads it from stdin.',
    )
    .argument('[agent_type]', 'as code-agent, codex or shell; without one, what can be launched is listed')
    .argument('[prompt...]', 'what it is to do; for shell the command')
    .option('-p, --prompt <text>', 'the same as one text, instead of words')
    .option('-i, --interactive', 'start without a prompt, and stay for you to talk to')
    .option('-t, --task <id>', 'task that it works on')
    .option('-a, --after <id>', 'task that has to be done before it starts; may be given again', collect)
    .option('-d, --dir <path>', 'working directory (default: this one)')
    .option('-n, --name <name>', 'name of its terminal (default: one is made)')
    .option('-l, --label <text>', 'name on the card')
    .option('-o, --on <device>', 'a device instead of this machine, or auto for the best one; says how each fits')
    .option('-m, --model <name>', 'with --on: which model it is to use')
    .action(async (agentType: string | undefined, words: string[], options: LaunchOptions) => {
      if (agentType === undefined) return (await import('./cli/agent-types.ts')).listAgentTypes(cli)
      await launch(cli, { ...options, agentType, words })
    })
}

function addReading(program: Command, { cli, tmuxSocket }: SessionCommandParts): void {
  program
    .command('ls')
    .summary('list sessions')
    .description('List sessions, whoever waits for you first, each with what it printed last.')
    .addOption(new Option('-s, --state <state...>', 'only these states').choices(sessionStates))
    .option('-a, --all', 'those that left the board, too')
    .option('-w, --watch', 'go on as they change; one line a change where stdout is no terminal')
    .option('-d, --device <device>', 'only those of a device; with the runs of the assistant')
    .addOption(
      new Option('--harness <harness>', 'only those of a harness; mother-llm is the assistant').choices(harnesses),
    )
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

function addSend(program: Command, { cli }: SessionCommandParts): void {
  program
    .command('send')
    .summary('say something to an agent')
    .description(
      'Type a text into the terminal of a session, with Enter behind it: a session that waits for you goes on. ' +
        'Words after the session are the text; `-` reads it from stdin, with its lines. Refused while a dialog is open there.',
    )
    .argument('<session>', sessionArgument)
    .argument('[text...]', 'what it is told')
    .option('--no-enter', 'leave the text in its prompt, for you to look at')
    .action(async (session: string, words: string[], { enter }: { enter: boolean }) => {
      await send(cli, { session, words, enter })
    })
}

function addChanges(program: Command, { cli }: SessionCommandParts): void {
  const onSessions = (name: string, summary: string, description: string) =>
    program.command(name).summary(summary).description(description).argument('<session...>', sessionArgument)

  onSessions(
    'stop',
    'stop sessions',
    'Stop a session by Ctrl+C, as you would in its terminal. Its card says Stopping until nothing of it is left; what goes on after 10 s is named there, and ended with --force.',
  )
    .option('--force', 'end all that it started: TERM, and KILL 5 s later')
    .option('--wait', 'wait until nothing of it is left')
    .action(async (names: string[], options: StopCommand) => stopSessions(cli, names, options))
  onSessions(
    'restart',
    'run ended sessions again',
    'Launch an ended session again, with its prompt and its directory.',
  ).action(async (names: string[]) => moveSessions(cli, names, { state: 'running' }))
  onSessions(
    'resume',
    'send waiting sessions on',
    'Say that a waiting session goes on, and type nothing. If nothing happens within 20 s it waits again. To answer it: orrery send.',
  ).action(async (names: string[]) => moveSessions(cli, names, { event: 'user.resume' }))
  onSessions(
    'resume-conversation',
    'go on with ended conversations',
    'Start the client of an ended session with the conversation that it had, in its interactive mode. Restart begins anew.',
  ).action(async (names: string[]) => moveSessions(cli, names, { conversation: 'resume' }))
  onSessions(
    'requeue',
    'put ended sessions back',
    'Put an ended session back into Queued. It starts by restart, or once the tasks that it waits for are done.',
  ).action(async (names: string[]) => moveSessions(cli, names, { state: 'idle' }))
  program
    .command('dismiss')
    .summary('remove sessions')
    .description('Remove sessions from the board. They stay in history for some days: orrery history.')
    .argument('[session...]', sessionArgument)
    .option('--completed', 'all that are completed')
    .option('--kill', 'end their terminals, too')
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
