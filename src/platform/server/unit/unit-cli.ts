// The commands that put a program under the service manager: names and options; what they do is loaded with their first use.
import { InvalidArgumentError, type Command } from 'commander'
import type { Cli } from '../cli/cli.ts'
import type { InstallOptions, ManagedProgram, UnitLogOptions } from './unit-commands.ts'

export type UnitCommandParts = {
  readonly cli: Cli
  readonly noun: ManagedProgram['noun']
  /** Ends a sentence of what stays when the unit goes. */
  readonly staysText: string
  /** Loaded only when a command runs. */
  readonly program: () => Promise<ManagedProgram>
}

/** More than fits a terminal, and less than a journal. */
const mostLines = 1000

const commands = () => import('./unit-commands.ts')

/** Adds `install`, `uninstall` and `logs`. */
export function addUnitCommands(parent: Command, { cli, noun, staysText, program }: UnitCommandParts): void {
  parent
    .command('install')
    .summary('start it now and with the machine')
    .description('Write a unit for this home, with this program, PATH and settings, and start it. May be run again.')
    .option('--print', 'print the unit and change nothing')
    .action(async (options: InstallOptions) => (await commands()).installUnit(cli, await program(), options))
  parent
    .command('uninstall')
    .summary('stop it and take it out')
    .description(`Stop the ${noun} and remove its unit. Agents go on, and ${staysText}.`)
    .action(async () => (await commands()).uninstallUnit(cli, await program()))
  parent
    .command('logs')
    .summary('read what the manager kept')
    .description(`Show what the ${noun} printed under its manager, from its start on.`)
    .option('-n, --lines <count>', 'how many lines', wholeNumber, 50)
    .option('-f, --follow', 'print further lines as they come, until Ctrl+C')
    .action(async (options: UnitLogOptions) => (await commands()).showUnitLogs(cli, await program(), options))
}

function wholeNumber(text: string): number {
  const number = /^\d{1,6}$/.test(text) ? Number(text) : 0
  if (number >= 1 && number <= mostLines) return number
  throw new InvalidArgumentError(`Give a number from 1 to ${mostLines}.`)
}
