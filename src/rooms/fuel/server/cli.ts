// `orrery fuel`: its options; what it does stands in cli/.
import { InvalidArgumentError, Option, type Command } from 'commander'
import type { Cli } from '#platform/server/cli/cli.ts'
import type { CliRoom } from '#platform/server/cli/cli-room.ts'
import { daySchema, limitActs, usageGroups } from '../contract.ts'
import { readAmount } from '../core/read-amount.ts'
import type { BudgetOptions } from './cli/budgets.ts'
import type { FuelOptions } from './cli/show.ts'

/** What agents used, and budgets. */
export const fuelCli: CliRoom = {
  name: 'fuel',
  addCommands: (program, { cli }) => addFuel(program, cli),
}

function addFuel(program: Command, cli: Cli): void {
  const fuel = program
    .command('fuel')
    .summary('see what agents used, and set budgets')
    .description('What agents used today, in the last 7 and 30 days, and how budgets stand (fabric mode).')
    .addOption(new Option('--by <what>', 'summed up by that').choices(usageGroups))
    .option('--from <day>', 'from that day on, as 2026-11-01; 30 days if none is said', readDay)
    .option('--to <day>', 'up to that day', readDay)
    .option('--csv', 'as a file on stdout')
    .action(async (options: FuelOptions) => (await import('./cli/show.ts')).showFuel(cli, options))
  const budgets = fuel
    .command('budgets')
    .summary('see and set budgets')
    .description('Budgets, and how they stand: per day and per session, in dollars or tokens.')
    .action(async () => (await import('./cli/budgets.ts')).showBudgets(cli))
  budgets
    .command('set')
    .summary('set a budget, or change one')
    .description(
      'Sets a budget of all agents a day, or of each session. At 80 % you are told; at the limit --at-limit decides.',
    )
    .addOption(new Option('--per <what>', 'a day, or each session').choices(['day', 'session']).default('day'))
    .option('--usd <dollars>', 'the limit in dollars', readLimit)
    .option('--tokens <tokens>', 'the limit in tokens, as 500k or 3M', readLimit)
    .option('--agent <type>', 'of one agent type alone')
    .option('--session <id>', 'of one session alone')
    .addOption(new Option('--at-limit <what>', 'what happens there').choices(limitActs).default('hold'))
    .option('--id <id>', 'change the budget of that id')
    .action(async (options: BudgetOptions) => (await import('./cli/budgets.ts')).setBudget(cli, options))
  budgets
    .command('remove')
    .summary('take a budget out')
    .description('Takes a budget out: what it held back may start again.')
    .argument('<id>', 'of the budget')
    .action(async (id: string) => (await import('./cli/budgets.ts')).removeBudget(cli, id))
}

function readDay(text: string): string {
  if (daySchema.safeParse(text).success) return text
  throw new InvalidArgumentError('It is a day, as 2026-11-23.')
}

function readLimit(text: string): number {
  const amount = readAmount(text)
  if (amount !== null) return amount
  throw new InvalidArgumentError('It is a number above 0, as 55, 2.50, 500k or 3M.')
}
