// The commands about the service itself: names, arguments and options; what they do stands in cli/.
import { hostname } from 'node:os'
import { InvalidArgumentError, Option, type Command } from 'commander'
import type { Cli } from '#platform/server/cli/cli.ts'
import { CliError } from '#platform/server/cli/cli-error.ts'
import type { CliGround, CliRoom } from '#platform/server/cli/cli-room.ts'
import { postgresUrlValue } from '#platform/server/config/value-kinds.ts'
import { addUnitCommands } from '#platform/server/unit/unit-cli.ts'
import { keepLimit, logLevels } from '../contract.ts'
import type { BackupOptions } from './cli/backup.ts'
import type { DoctorParts } from './cli/doctor.ts'
import type { SystemLogOptions } from './cli/logs.ts'

/** `orrery system`, `orrery backup`, `orrery restore`, `orrery migrate`, `orrery service`. */
export const systemCli: CliRoom = {
  name: 'system',
  addCommands: (program, ground) => {
    const { cli } = ground
    addSystem(program, cli)
    addBackup(program, cli)
    addRestore(program, cli)
    addMigrate(program, ground)
    addService(program, cli)
  },
}

/** `orrery doctor`: asks the running service, looks with `look`, and tells both. */
export async function askAndLook(cli: Cli, parts: DoctorParts): Promise<void> {
  const { runDoctor } = await import('./cli/doctor.ts')
  await runDoctor(cli, parts)
}

function addSystem(program: Command, cli: Cli): void {
  const system = program
    .command('system')
    .summary('see how the service stands')
    .description('Host, load, memory, disk, tmux, database, sessions, versions, and who may do what.')
    .action(async () => (await import('./cli/show.ts')).showSystem(cli))
  system
    .command('logs')
    .summary("read the service's log")
    .description('Print the newest lines of the service’s log, the newest last.')
    .addOption(new Option('--level <level>', 'the least that is shown').choices(logLevels).default('debug'))
    .option('-n, --lines <count>', 'how many lines', wholeNumber, 50)
    .option('-f, --follow', 'print further lines as they come, until Ctrl+C')
    .action(async (options: SystemLogOptions) => (await import('./cli/logs.ts')).printLogs(cli, options))
}

function addBackup(program: Command, cli: Cli): void {
  program
    .command('backup')
    .summary('back up the home')
    .description('Make a backup while everything goes on, and print where it lies.')
    .option('--no-outputs', 'leave out what agents and steps wrote')
    .option('--keep <count>', 'delete all but the newest so many afterwards', wholeNumber)
    .option('--list', 'list the backups and make none')
    .option('--delete <id>', 'delete a backup, or cancel the one that is under way')
    .action(async (options: BackupOptions) => (await import('./cli/backup.ts')).backUp(cli, options))
}

function addRestore(program: Command, cli: Cli): void {
  program
    .command('restore')
    .summary('put a backup back')
    .description('Put a backup in the place of the home, which is kept aside. The service must not run.')
    .argument('<archive>', 'the id of a backup in the home, or the path of an archive')
    .action(async (archive: string) => (await import('./cli/restore.ts')).restore(cli, archive))
}

/** What speaks PostgreSQL is loaded by it alone. */
function addMigrate(program: Command, { cli, config }: CliGround): void {
  program
    .command('migrate')
    .summary('copy the home into PostgreSQL')
    .description(
      'Copy what service.db holds into an empty PostgreSQL, all of it or nothing. The service must not run; the home stays as it is.',
    )
    .addOption(new Option('--to <database>', 'where to').choices(['postgres']).makeOptionMandatory())
    .option('--dry-run', 'only say what would be copied and whether it can be')
    .argument('[url]', 'postgres://user:password@host/database; without it DATABASE_URL', postgresUrl)
    .action(async (given: string | undefined, { dryRun }: { readonly dryRun?: boolean }) => {
      const url = given ?? config().databaseUrl
      if (url === null) throw new CliError('usage', 'there is no address of a PostgreSQL', { hints: [addressHint] })
      const { migrateHome } = await import('./cli/migrate.ts')
      await migrateHome(cli, { url, node: config().node ?? hostname(), dryRun: dryRun === true })
    })
}

const addressHint =
  'Give it as postgres://user:password@host/database, or in DATABASE_URL, where no list of processes shows it.'

function postgresUrl(text: string): string {
  const parsed = postgresUrlValue.parse(text)
  if (parsed.ok) return parsed.value
  throw new InvalidArgumentError('Give an address as postgres://user:password@host/database.')
}

const serviceCommands = () => import('./cli/service.ts')

function addService(program: Command, cli: Cli): void {
  const service = program
    .command('service')
    .summary('keep the service running')
    .description("Orrery under this machine's service manager: systemd of your user, or launchd.")
  service
    .command('status', { isDefault: true })
    .summary('see whether it is installed and runs')
    .description('Say whether the unit is installed, whether it is up to date, and whether the service runs.')
    .action(async () => (await serviceCommands()).showServiceStatus(cli))
  addUnitCommands(service, {
    cli,
    noun: 'service',
    staysText: 'the home stays',
    program: async () => (await serviceCommands()).managedService(cli),
  })
}

function wholeNumber(text: string): number {
  const number = /^\d{1,6}$/.test(text) ? Number(text) : 0
  if (number >= 1 && number <= keepLimit) return number
  throw new InvalidArgumentError(`Give a number from 1 to ${keepLimit}.`)
}
