// The inbox commands of `orrery`: names, arguments and options; what they do stands in cli/.
import { Option, type Command } from 'commander'
import type { Cli } from '#platform/server/cli/cli.ts'
import type { CliRoom } from '#platform/server/cli/cli-room.ts'
import { inboxSectionSchema, inboxStateSchema } from '../contract.ts'
import type { InboxCliPorts } from './ports.ts'
import { listInbox, type InboxListOptions } from './cli/list.ts'
import { bringBack, markSeen, snooze, type GroupOption, type SeenOptions } from './cli/mark.ts'

/** The inbox commands. */
export const inboxCli = (ports: InboxCliPorts): CliRoom => ({
  name: 'inbox',
  addCommands: (program, { cli }) => addInboxCommands(program, cli, ports),
})

/** Adds the commands to the program. */
export function addInboxCommands(program: Command, cli: Cli, ports: InboxCliPorts): void {
  const inbox = program
    .command('inbox')
    .summary('see what needs you')
    .description(
      'What needs you: agents that wait first, the longest wait on top, then what failed until you have seen it.',
    )
    .addOption(new Option('--state <state>', 'which part of it').choices(inboxStateSchema.options).default('open'))
    .addOption(new Option('--section <section>', 'only this section').choices(inboxSectionSchema.options))
    .option(
      '-q, --search <words>',
      'only with these words in the title, what it asks or why it failed, project or agent',
    )
    .option('--check', 'exit with 1 if anything needs you, for scripts')
    .action(async (options: InboxListOptions) => listInbox({ cli, ...ports }, options))
  addMarks(inbox, cli)
}

const group = ['-g, --group', 'and all that stand in one row with it'] as const

function addMarks(inbox: Command, cli: Cli): void {
  inbox
    .command('seen')
    .summary('take off what you have seen')
    .description('Mark failures, missed runs and blocked tasks as seen; what fails again comes back.')
    .argument('[item...]', 'ids, or the beginning of an id or a name')
    .option('-a, --all', 'everything but agents that wait')
    .option(...group)
    .action(async (names: string[], options: SeenOptions) => markSeen(cli, names, options))
  inbox
    .command('snooze')
    .summary('put something off')
    .description('Put something off; it comes back at its time, or as soon as its state changes.')
    .argument('<item>', 'an id, or the beginning of an id or a name')
    .argument('<for>', '20m, 1h, 2d, 18:30, "2026-11-25 09:00", evening, tomorrow, or change: until its state changes')
    .option(...group)
    .action(async (name: string, until: string, options: GroupOption) => snooze(cli, name, { ...options, until }))
  inbox
    .command('back')
    .summary('bring back what you have seen or put off')
    .description('Bring back what you have marked as seen or put off.')
    .argument('<item...>', 'ids, or the beginning of an id or a name')
    .action(async (names: string[]) => bringBack(cli, names))
}
