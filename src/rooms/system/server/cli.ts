// The commands about the service itself: names, arguments and options; what they do stands in cli/.
import { InvalidArgumentError, Option, type Command } from 'commander'
import type { Cli } from '#platform/server/cli/cli.ts'
import type { CliRoom } from '#platform/server/cli/cli-room.ts'
import { addUnitCommands } from '#platform/server/unit/unit-cli.ts'
import { keepLimit, logLevels } from '../contract.ts'
import type { BackupOptions } from './cli/backup.ts'
import type { DoctorParts } from './cli/doctor.ts'
import type { SystemLogOptions } from './cli/logs.ts'

/** `orrery system`, `orrery backup`, `orrery restore`. */
export const systemCli: CliRoom = {
  name: 'system',
  addCommands: (program, { cli }) => {
    addSystem(program, cli)
    addBackup(program, cli)
    addRestore(program, cli)
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
