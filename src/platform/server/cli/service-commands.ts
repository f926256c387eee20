// The commands around the service itself: start, login, config print, doctor, completion.
import { Argument, type Command } from 'commander'
import type { Result } from '#base/result.ts'
import { loadAccessToken } from '../auth/access-token.ts'
import { authRoutes } from '../auth/bound-routes.ts'
import { systemClock } from '../clock.ts'
import type { Config } from '../config/config.ts'
import { configRows, secretsOf } from '../config/config-rows.ts'
import type { ConfigFailure, LoadedConfig } from '../config/load-config.ts'
import type { Logger } from '../log/logger.ts'
import type { Cli } from './cli.ts'
import { CliError } from './cli-error.ts'
import { completionScript, shells, type Shell } from './completion/completion.ts'
import { runDoctor } from './doctor/doctor.ts'
import type { Check } from './doctor/finding.ts'
import { findProgram, installCommand } from './install-hint.ts'
import { wantsColour } from './output.ts'
import { runService, type RunningService } from './run-service.ts'
import { formatTable } from './table.ts'

export type ServiceCommandParts = {
  readonly cli: Cli
  readonly load: () => Result<LoadedConfig, ConfigFailure>
  /** Starts everything; the home is private and locked by then. Loaded only when it is called. */
  readonly startService: (config: Config, log: Logger) => Promise<RunningService>
  readonly checks: (loaded: Result<LoadedConfig, ConfigFailure>) => Promise<readonly Check[]>
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
    .command('print')
    .summary('print every setting')
    .description('Print every setting in force and where it comes from. Secrets are masked.')
    .action(() => printConfig(parts))
  program
    .command('doctor')
    .summary('find out what is wrong')
    .description('Look at everything that the service needs and say what to do. Works while the service is down.')
    .action(async () => runDoctor(cli, await parts.checks(parts.load())))
  program
    .command('completion')
    .summary('complete commands in your shell')
    .description('Print a completion script, as in: source <(orrery completion bash)')
    .addArgument(new Argument('<shell>').choices(shells))
    .action((shell: Shell) => cli.output.raw(completionScript(shell, program)))
}

async function start({ cli, load, startService }: ServiceCommandParts, level: 'debug' | 'info'): Promise<void> {
  const { stdout, stderr, environment, catchSignals } = cli.process
  const loaded = loadedOrThrow(load())
  if (findProgram('tmux', environment) === null) {
    const command = installCommand('tmux', environment)
    cli.output.note(`tmux is not installed, so no agent can be launched until it is: ${command}`)
  }
  cli.outlivesReaders = true
  const form =
    cli.output.json || stderr.isTTY !== true ? 'json' : wantsColour(stderr, environment) ? 'coloured' : 'text'
  await runService({
    loaded,
    stdout,
    stopRequested: catchSignals(),
    nowMs: () => systemClock.now(),
    start: async (config) => {
      const { createLogger } = await import('../log/logger.ts')
      const secrets = [...secretsOf(config), config.accessToken ?? loadAccessToken(config.home)]
      return startService(config, createLogger({ level, form, secrets, write: (line) => stderr.write(line) }))
    },
  })
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

export function loadedOrThrow(loaded: Result<LoadedConfig, ConfigFailure>): LoadedConfig {
  if (loaded.ok) return loaded.value
  const { file, problems } = loaded.error
  throw new CliError('config', `the settings can't be used (${file})`, {
    hints: problems.map(({ at, reason }) => `${at}: ${reason}`),
  })
}
