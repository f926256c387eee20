// The approval commands of `orrery`: names, arguments and options; what they do stands in cli/.
import { InvalidArgumentError, Option, type Command } from 'commander'
import type { Cli } from '#platform/server/cli/cli.ts'
import type { CliRoom } from '#platform/server/cli/cli-room.ts'
import { approvalStates } from '../contract.ts'
import { approve, deny, listApprovals, type ApproveOptions, type ApprovalListOptions } from './cli/decide.ts'

/** The approval commands. */
export const approvalsCli: CliRoom = {
  name: 'approvals',
  addCommands: (program, { cli }) => addApprovalCommands(program, cli),
}

const which = 'the beginning of its id or of its session’s name; may be left out where one is open'

function addApprovalCommands(program: Command, cli: Cli): void {
  program
    .command('approvals')
    .summary('see what agents ask to be allowed')
    .description('What agents ask to be allowed; with a name all of one, to its last byte.')
    .argument('[approval]', 'the beginning of its id or of its session’s name')
    .addOption(
      new Option('--state <state>', 'which of them (default: open; with a name any)').choices([
        ...approvalStates,
        'all',
      ]),
    )
    .option('--check', 'exit with 1 if any is open, for scripts')
    .action(async (typed: string | undefined, options: ApprovalListOptions) => listApprovals(cli, typed, options))
  program
    .command('approve')
    .summary('allow what an agent asks')
    .description('Show the whole of what an agent asks to do, and allow it once you say so.')
    .argument('[approval]', which)
    .option('--suggestion <number>', 'and what it offers beside, for its session', readNumber)
    .option('-y, --yes', 'without asking again')
    .action(async (typed: string | undefined, options: ApproveOptions) => approve(cli, typed, options))
  program
    .command('deny')
    .summary('refuse what an agent asks')
    .description('Refuse what an agent asks to do; it reads the reason and goes on.')
    .argument('[approval]', which)
    .option('-m, --reason <text>', 'what the agent reads')
    .action(async (typed: string | undefined, options: { readonly reason?: string }) => deny(cli, typed, options))
}

function readNumber(text: string): number {
  if (!/^\d{1,3}$/.test(text)) throw new InvalidArgumentError('Give one of the numbers that orrery approvals shows.')
  return Number(text)
}
