// The hook commands of `orrery`: installing hooks, sending one event, looking at the retry queue; and doctor's look at them.
import { Argument, InvalidArgumentError, type Command } from 'commander'
import type { Cli } from '#platform/server/cli/cli.ts'
import type { CliRoom } from '#platform/server/cli/cli-room.ts'
import { CliError } from '#platform/server/cli/cli-error.ts'
import { fail, ok, warn, type Finding } from '#platform/server/cli/doctor/finding.ts'
import { formatTable } from '#platform/server/cli/table.ts'
import { variable } from '#platform/server/config/environment.ts'
import { makePrivateHome } from '#platform/server/files/private-home.ts'
import { hookEvents, type HookEvent } from '../contract.ts'
import { clientHooks, hookClients, type HookClient } from '../core/clients.ts'
import type { EditProblem } from '#platform/server/files/edit-file.ts'
import { installByCommand, uninstallByCommand } from './install/install-commands.ts'
import { hooksInstalled, settingsPathOf, type SettingsPlace } from './install/installer.ts'
import { readQueue, type EventList, type ListedEvent } from './queue/read-queue.ts'
import { sendEvent } from './send-event.ts'
import type { ScriptSettings } from './scripts/write-scripts.ts'

/** The hook commands, and doctor's look at the hooks. */
export const hooksCli: CliRoom = {
  name: 'hooks',
  addCommands: (program, { cli, config }) => addHookCommands(program, { cli, scripts: () => config().hooks }),
  checks: ({ config, ...place }) => [() => checkHooks(place, config.hooks.autoInstall)],
  repairs: ({ config, userHome, environment }) => {
    const places = { home: config.home, userHome, environment }
    return [
      async () => (await repairs()).repairScripts(places, config.hooks),
      ...hookClients.map((client) => async () => (await repairs()).repairHooks(places, client)),
    ]
  },
}

const repairs = () => import('./install/repair.ts')

type HookCommandParts = {
  readonly cli: Cli
  /** `config.hooks`, read when a command needs it. */
  readonly scripts: () => ScriptSettings
}

function addHookCommands(program: Command, parts: HookCommandParts): void {
  const hook = program
    .command('hook')
    .alias('hooks')
    .summary('connect agents')
    .description('Hooks by which agents report to Orrery.')
  addInstall(hook, parts)
  addSend(hook, parts)
  hook
    .command('status', { isDefault: true })
    .summary('see what is installed where')
    .description(
      'Show whose hooks are installed where, and how the script stands. Looks only; works without the service.',
    )
    .action(async () => (await import('./cli/status.ts')).showStatus(parts.cli, parts.scripts()))
  hook
    .command('test')
    .summary('send a test event')
    .description(
      'Send one event through the script, as an agent would, and say whether it arrived. It changes no session.',
    )
    .addArgument(clientArgument())
    .action(async (client: HookClient) => (await import('./cli/status.ts')).testHooks(parts.cli, client))
  hook
    .command('queue')
    .summary('show undelivered events')
    .description('Show the events that wait for delivery, and those that were given up.')
    .action(async () => showQueue(parts.cli))
}

const clientArgument = (): Argument =>
  new Argument('[client]', 'whose settings').choices(hookClients).default('claude', 'claude')

function addInstall(hook: Command, { cli, scripts }: HookCommandParts): void {
  hook
    .command('install')
    .summary("put our hooks into an agent's settings")
    .description("Put our hooks into an agent program's settings. Everything else in them stays as it is.")
    .addArgument(clientArgument())
    .action(async (client: HookClient) => install(cli, client, scripts()))
  hook
    .command('uninstall')
    .summary('take our hooks out again')
    .description("Take our hooks out of an agent program's settings, and stop launches from installing them.")
    .addArgument(clientArgument())
    .action(async (client: HookClient) => uninstall(cli, client))
}

type SendOptions = {
  readonly tmux?: string
  readonly session?: string
  readonly metadata?: string
  readonly agentType?: string
  readonly exitCode?: number
}

function addSend(hook: Command, { cli }: HookCommandParts): void {
  hook
    .command('send')
    .summary('report an event')
    .description(
      'Tell Orrery what a session does, as the hooks of an agent do: for scripts and for agents that have none.',
    )
    .addArgument(new Argument('<event>', 'what happened').choices(hookEvents))
    .option('-t, --tmux <name>', 'tmux session (default: the one that this runs in)')
    .option('-s, --session <id>', 'id of the session, instead of its tmux name')
    .option('-m, --metadata <text>', 'what to show beside it')
    .option('--agent-type <type>', 'type of a session that is not known yet')
    .option('--exit-code <code>', 'exit code of the agent', exitCode)
    .action(async (event: HookEvent, options: SendOptions) => send(cli, event, options))
}

async function install(cli: Cli, client: HookClient, scripts: ScriptSettings): Promise<void> {
  const made = makePrivateHome(cli.home)
  if (!made.ok) throw new CliError('no_permission', made.error.reason, { hints: [made.error.hint] })
  const { userHome, environment } = cli.process
  const command = { client, home: cli.home, userHome, environment }
  const installed = await installByCommand(command, scripts)
  if (!installed.ok) throw notEdited(installed.error)
  const { settingsPath, events, changed, note, autoInstallProblem } = installed.value
  const done = changed ? `Installed in ${settingsPath}: ${events.join(', ')}` : `Already installed in ${settingsPath}`
  cli.output.result(installed.value, done)
  if (note !== null) cli.output.note(note)
  if (autoInstallProblem !== null)
    cli.output.note(`hooks.autoInstall stays false in config.json: ${autoInstallProblem}`)
}

async function uninstall(cli: Cli, client: HookClient): Promise<void> {
  const { userHome, environment } = cli.process
  const command = { client, home: cli.home, userHome, environment }
  const uninstalled = await uninstallByCommand(command)
  if (!uninstalled.ok) throw notEdited(uninstalled.error)
  const { settingsPath, changed, autoInstallProblem } = uninstalled.value
  cli.output.result(uninstalled.value, changed ? `Removed from ${settingsPath}` : `Nothing of ours in ${settingsPath}`)
  if (autoInstallProblem === null) return
  cli.output.note(
    `The next launch will install them again, since config.json could not be changed: ${autoInstallProblem}`,
  )
}

function notEdited({ reason }: EditProblem): CliError {
  return new CliError('refused', reason, { hints: ['Mend the file, then run the command again. Nothing was changed.'] })
}

async function send(cli: Cli, event: HookEvent, options: SendOptions): Promise<void> {
  const { environment } = cli.process
  const tmux = options.tmux ?? (options.session === undefined ? variable(environment, 'SERVICE_SESSION_TMUX') : null)
  if (tmux === null && options.session === undefined) {
    throw new CliError('usage', 'which session? name it with --tmux or --session')
  }
  const body = {
    event,
    ...(tmux === null ? {} : { tmux_session: tmux }),
    ...(options.session === undefined ? {} : { session_id: options.session }),
    ...(options.metadata === undefined ? {} : { metadata: options.metadata }),
    ...(options.agentType === undefined ? {} : { agent_type: options.agentType }),
    ...(options.exitCode === undefined ? {} : { exit_code: options.exitCode }),
  }
  const sent = await sendEvent(cli.home, body)
  if (!sent.ok) {
    const exit = sent.error.code === 'not_running' ? 'unavailable' : 'refused'
    throw new CliError(exit, sent.error.reason, { hints: sent.error.hint === null ? [] : [sent.error.hint] })
  }
  const { changed, session } = sent.value
  const name = session?.tmux_session ?? 'a dismissed session'
  const state =
    session === null ? 'nothing changes' : `${changed ? 'is' : 'stays'} ${session.state.replaceAll('_', ' ')}`
  cli.output.result(sent.value, `${name}: ${state}`)
}

async function showQueue(cli: Cli): Promise<void> {
  const listing = await readQueue(cli.home)
  const parts = [
    listPart(cli, 'waiting for delivery', listing.queued),
    listPart(cli, `given up (${cli.home}/hook-dead-letters.jsonl)`, listing.dead),
  ]
  cli.output.result(listing, parts.join('\n\n'))
}

function listPart(cli: Cli, title: string, { events, total }: EventList): string {
  if (total === 0) return `0 ${title}`
  const cut = events.length < total ? `, of which the last ${events.length}` : ''
  const table = formatTable(
    events,
    [
      { title: 'AT', text: (event) => field(event, 'at') },
      { title: 'EVENT', text: (event) => field(event, 'event') },
      { title: 'SESSION', text: (event) => field(event, 'tmux_session') || field(event, 'session_id') },
      { title: 'TRIES', text: (event) => field(event, 'tries') || '0' },
      { title: 'WHAT', text: (event) => field(event, 'error') || field(event, 'metadata') || field(event, 'line') },
    ],
    cli.output.width,
  )
  return `${total} ${title}${cut}\n${table}`
}

function field(event: ListedEvent, name: string): string {
  const value = event[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, 200) : ''
}

/** Doctor's look at Claude Code's hooks. */
async function checkHooks(place: SettingsPlace, autoInstall: boolean): Promise<Finding> {
  const settingsPath = settingsPathOf('claude', place)
  const { label } = clientHooks.claude
  const state = await hooksInstalled({ client: 'claude', settingsPath })
  switch (state) {
    case 'installed':
      return ok('hooks', `installed in ${settingsPath}`)
    case 'partly':
      return warn('hooks', `only in part in ${settingsPath}`, 'Bring them up to date: orrery hook install')
    case 'unreadable':
      return fail(
        'hooks',
        `${settingsPath} can't be read as JSON, so ${label} runs without any hooks`,
        'Mend the file.',
      )
    case 'absent':
      if (autoInstall) return ok('hooks', 'will be installed at the first launch of a code-agent')
      return warn('hooks', `not installed in ${settingsPath}`, 'Install them: orrery hook install')
  }
}

function exitCode(text: string): number {
  if (/^\d{1,3}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be a whole number.')
}
