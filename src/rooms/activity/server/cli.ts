// `orrery activity`: its options; what it does stands in cli/.
import { InvalidArgumentError, Option, type Command } from 'commander'
import { maxPageLimit } from '#platform/contract.ts'
import type { Cli } from '#platform/server/cli/cli.ts'
import type { CliRoom } from '#platform/server/cli/cli-room.ts'
import { systemClock } from '#platform/server/clock.ts'
import { activitySources, actorKinds } from '../contract.ts'
import { saidTime } from '../core/since.ts'
import { showActivity, type ActivityOptions } from './cli/show.ts'

/** The command that tells what happened. */
export const activityCli: CliRoom = {
  name: 'activity',
  addCommands: (program, { cli }) => addActivityCommand(program, cli),
}

/** Adds the command to the program. */
export function addActivityCommand(program: Command, cli: Cli): void {
  program
    .command('activity')
    .summary('see what happened, and who did it')
    .description(
      'What happened, newest first: sessions, tasks, strands, triage and the service itself, with who did it.',
    )
    .option('-f, --follow', 'go on as more happens')
    .addOption(new Option('--source <source>', 'only what came from there').choices(activitySources))
    .addOption(new Option('--actor <kind>', 'only what these did').choices(actorKinds))
    .option('--kind <kind>', 'only this kind: session.failed, or task for all that happened to tasks')
    .option('--text <words>', 'only what has all these words, each as the beginning of one')
    .option('--since <time>', '90m, 2h, 3d, or a date', readTime)
    .option('--until <time>', '90m, 2h, 3d ago, or a date', readTime)
    .option('-n, --limit <rows>', `so many rows, up to ${maxPageLimit}`, readLimit, 50)
    .addOption(new Option('--export <format>', 'all rows as a file on stdout').choices(['csv', 'jsonl']))
    .action(async (options: ActivityOptions) => showActivity(cli, options))
}

function readTime(said: string): string {
  const time = saidTime(said, systemClock.now())
  if (time !== undefined) return time
  throw new InvalidArgumentError('Say how long ago, as 2h, or a date, as 2026-11-20.')
}

function readLimit(said: string): number {
  const limit = Number(said)
  if (Number.isInteger(limit) && limit >= 1 && limit <= maxPageLimit) return limit
  throw new InvalidArgumentError(`It is a number from 1 to ${maxPageLimit}.`)
}
