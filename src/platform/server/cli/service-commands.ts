// The commands around the service itself: start, login, config print, doctor, completion.
import { Argument, type Command } from 'commander'
import { asTyped } from '#base/own-command.ts'
import type { Result } from '#base/result.ts'
import { loadAccessToken } from '../auth/access-token.ts'
import { authRoutes } from '../auth/bound-routes.ts'
import { systemClock } from '../clock.ts'
import type { Config } from '../config/config.ts'
import { configRows, secretsOf } from '../config/config-rows.ts'
import type { ConfigFailure, LoadedConfig } from '../config/load-config.ts'
import { lockHome } from '../files/home-lock.ts'
import { finishSwap, isSwapPending } from '../files/home-swap.ts'
import { openLogFile } from '../log/log-file.ts'
import type { Logger } from '../log/logger.ts'
import type { Cli } from './cli.ts'
import { completionScript, shells, type Shell } from './completion/completion.ts'
import { findProgram, installCommand } from './install-hint.ts'
import { ownCommandOf } from './own-command.ts'
import { wantsColour } from './output.ts'
import { runService, type RunningService } from './run-service.ts'
import { loadedOrThrow } from './loaded.ts'
import { formatTable } from './table.ts'

export type ServiceCommandParts = {
  readonly cli: Cli
  readonly load: () => Result<LoadedConfig, ConfigFailure>
  /** Starts everything; the home is private and locked by then. Loaded only when it is called. */
  readonly startService: (known: {
    readonly loaded: LoadedConfig
    readonly log: Logger
    /** Told the settings after each change. */
    readonly onSettings: (config: Config) => void
  }) => Promise<RunningService>
  readonly runDoctor: (options: { readonly fix?: true }) => Promise<void>
}

/** Adds the commands to the program. */
export function addServiceCommands(program: Command, parts: ServiceCommandParts): void {
  const { cli } = parts
  program
    .command('start')
    .summary('run the service')
    .description('Run the service until Ctrl+C or SIGTERM. Prints its address, then a login link.')
    .option('--verbose', 'log what happens inside, too')
    .action(async ({ verbose }: { verbose?: boolean }) => start(parts, verbose === true ? 'debug' : 'info'))
  program
    .command('login')
    .summary('make a login link')
    .description('Print a link that logs a browser in, once and within ten minutes.')
    .action(async () => login(cli))
  program
    .command('config')
    .summary('look at the settings')
    .description('Look at the settings as the service would read them now. To change them: orrery settings.')
    .command('print')
    .summary('print every setting')
    .description('Print every setting in force and where it comes from. Secrets are masked.')
    .action(() => printConfig(parts))
  program
    .command('doctor')
    .summary('find out what is wrong')
    .description(
      'Look at everything that the service needs and say what to do. Asks the running service what it sees, and looks by itself, too.',
    )
    .option(
      '--fix',
      'mend first what is safe: rights in the home, what a killed service left, hooks of an older version',
    )
    .action(async (options: { fix?: true }) => parts.runDoctor(options))
  program
    .command('completion')
    .summary('complete commands in your shell')
    .description('Print a completion script, as in: source <(orrery completion bash)')
    .addArgument(new Argument('<shell>').choices(shells))
    .action((shell: Shell) => cli.output.raw(completionScript(shell, program)))
}

async function start({ cli, load, startService }: ServiceCommandParts, level: 'debug' | 'info'): Promise<void> {
  const { stdout, stderr, environment, catchSignals } = cli.process
  finishRestore(cli)
  const loaded = loadedOrThrow(load())
  const command = ownCommandOf(environment)
  if (findProgram('tmux', environment) === null) {
    const install = installCommand('tmux', environment)
    cli.output.note(`tmux is not installed, so no agent can be launched until it is: ${install}`)
  }
  cli.outlivesReaders = true
  const form =
    cli.output.json || stderr.isTTY !== true ? 'json' : wantsColour(stderr, environment) ? 'coloured' : 'text'
  await runService({
    loaded,
    stdout: {
      ...(stdout.isTTY === undefined ? {} : { isTTY: stdout.isTTY }),
      write: (text) => stdout.write(asTyped(text, command)),
    },
    stopRequested: catchSignals(),
    nowMs: () => systemClock.now(),
    start: async (config) => {
      const { createLogger } = await import('../log/logger.ts')
      // Those that were in force once stay masked.
      const secrets = new Set([...secretsOf(config), config.accessToken ?? loadAccessToken(config.home)])
      const { write: keep } = openLogFile(config)
      const log = createLogger({ level, form, secrets, write: (line) => stderr.write(line), keep })
      const onSettings = (now: Config) => secretsOf(now).forEach((secret) => secrets.add(secret))
      return startService({ loaded, log, onSettings })
    },
  })
}

/** Before anything of the home is read: a restore that was killed amid its moves left files of two moments there. */
function finishRestore({ home, output }: Cli): void {
  if (!isSwapPending(home)) return
  using lock = lockHome(home)
  // Whoever has it finishes that; the start says who.
  if (lock === null) return
  const swap = finishSwap(home)
  if (swap !== null) output.note(`A restore that was cut off is finished. What was there is kept in ${swap.aside}.`)
}

async function login(cli: Cli): Promise<void> {
  const link = await cli.api.ask(authRoutes.makeLoginLink)
  cli.output.result(link, link.url)
  cli.output.note(`It works once, until ${new Date(link.expires_at).toTimeString().slice(0, 5)}.`)
}

function printConfig({ cli, load }: ServiceCommandParts): void {
  const loaded = loadedOrThrow(load())
  const settings = configRows(loaded)
  const text = formatTable(
    settings,
    [
      { title: 'KEY', text: ({ key }) => key },
      { title: 'VALUE', text: ({ value }) => (typeof value === 'string' ? value : JSON.stringify(value)) },
      { title: 'SOURCE', text: ({ source }) => source, paint: (padded) => cli.output.paint('dim', padded) },
    ],
    null,
  )
  cli.output.result({ file: loaded.file, settings }, text)
}
