// The search command of `orrery`: its arguments and options; what it does stands in cli/.
import { InvalidArgumentError, Option, type Command } from 'commander'
import type { Cli } from '#platform/server/cli/cli.ts'
import type { CliRoom } from '#platform/server/cli/cli-room.ts'
import { searchKinds } from '../contract.ts'
import type { SearchOptions } from './cli/search.ts'

/** Search. */
export const searchCli: CliRoom = {
  name: 'search',
  addCommands: (program, { cli }) => addSearch(program, cli),
}

function addSearch(program: Command, cli: Cli): void {
  program
    .command('search')
    .summary('search everything')
    .description(
      'Search tasks, sessions on the board and in history, what they wrote last, briefs and runs. All words have to be ' +
        'there; each finds what begins with it. Words between quotes have to stand there whole and in this order.',
    )
    .argument('[words...]', 'what to look for')
    .addOption(new Option('-k, --kind <kind>', 'only this kind').choices(searchKinds))
    .option('-n, --limit <count>', 'how many results', count, 20)
    .option('--rebuild', 'empty the index, which fills again in the background')
    .action(async (words: string[], options: SearchOptions) => {
      await (await import('./cli/search.ts')).search(cli, words, options)
    })
}

function count(text: string): number {
  if (/^[1-9]\d{0,2}$/.test(text) && Number(text) <= 200) return Number(text)
  throw new InvalidArgumentError('It must be a whole number from 1 to 200.')
}
