// The history commands of `orrery`: names, arguments and options; what they do stands in history.ts.
import { InvalidArgumentError, Option, type Command } from 'commander'
import type { Cli } from '#platform/server/cli/cli.ts'
import { sessionStates } from '../../contract.ts'
import type { HistoryOptions } from './history.ts'

const sessionArgument = 'id, tmux name or label of a session, or the beginning of one'

/** Loaded with its first use: nobody reads history with every command. */
const load = () => import('./history.ts')

export function addHistory(program: Command, cli: Cli): void {
  const history = program
    .command('history')
    .summary('see sessions that left the board')
    .description(
      'Sessions that left the board: dismissed, or ended for more than a day. The last one that left comes first. They are kept for 30 days.',
    )
    .addOption(new Option('-s, --state <state>', 'only this state').choices(sessionStates))
    .option('--agent <type>', 'only this agent type')
    .option('-t, --task <id>', 'only those of this task')
    .option('--since <time>', 'those that left then or later: 2026-11-20, or "2026-11-20 09:00"')
    .option('--until <time>', 'those that left before')
    .option('-n, --limit <count>', 'how many', count, 50)
    .action(async (options: HistoryOptions) => (await load()).listHistory(cli, options))
  history
    .command('show')
    .summary('show one of them')
    .description('How it ended, its task, and its prompt in full.')
    .argument('<session>', sessionArgument)
    .action(async (name: string) => (await load()).showPast(cli, name))
  history
    .command('again')
    .summary('launch one of them again')
    .description('Launch a new session with the type, the prompt, the task and the directory of that one.')
    .argument('<session>', sessionArgument)
    .action(async (name: string) => (await load()).againFromPast(cli, name))
  history
    .command('purge')
    .summary('remove some for good')
    .description('Remove sessions with their prompt, output and history, at once and for good.')
    .argument('<session...>', sessionArgument)
    .option('-y, --yes', 'without this nothing is removed')
    .action(async (names: string[], options: { yes?: boolean }) => (await load()).purgePast(cli, names, options))
}

function count(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be a whole number from 1.')
}
