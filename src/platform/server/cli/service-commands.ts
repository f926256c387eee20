// The commands around the service itself: start, login, config print, doctor, completion.
import { Argument, type Command } from 'commander'
import { authRoutes } from '../auth/bound-routes.ts'
import { configRows } from '../config/config-rows.ts'
import type { Cli } from './cli.ts'
import { completionScript, shells, type Shell } from './completion/completion.ts'
import { loadedOrThrow } from './loaded.ts'
import { startCommand, type StartParts } from './start-command.ts'
import { formatTable } from './table.ts'

export type ServiceCommandParts = StartParts & {
  readonly cli: Cli
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
    .action(async ({ verbose }: { verbose?: boolean }) => startCommand(parts, verbose === true ? 'debug' : 'info'))
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
