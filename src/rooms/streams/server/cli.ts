// The commands of streams: what a session did, and its replay.
import type { Command } from 'commander'
import type { Cli } from '#platform/server/cli/cli.ts'
import type { CliRoom } from '#platform/server/cli/cli-room.ts'
import type { ReplayOptions } from './cli/replay.ts'
import type { StreamsCliPorts } from './ports.ts'

/** The commands that tell what a session did and play it. */
export const streamsCli = (ports: StreamsCliPorts): CliRoom => ({
  name: 'streams',
  addCommands(program, { cli }) {
    addDerived(program, cli, ports)
    addReplay(program, cli, ports)
  },
})

function addDerived(program: Command, cli: Cli, ports: StreamsCliPorts): void {
  program
    .command('derived')
    .summary('see what a session did')
    .description('What a session did, as far as it is known: a line that sums it up, its commands and its files.')
    .argument('<session>', 'its name or its id; one that left the board by its id')
    .option('--diff <file>', 'how that file differs from how it was when the session began')
    .action(async (typed: string, { diff }: { readonly diff?: string }) => {
      const { showDerived, showDiff } = await import('./cli/derived.ts')
      if (diff === undefined) return showDerived(cli, ports, typed)
      return showDiff(cli, ports, { typed, file: diff })
    })
}

function addReplay(program: Command, cli: Cli, ports: StreamsCliPorts): void {
  program
    .command('replay')
    .summary('play what a session wrote')
    .description('Plays what a session wrote in this terminal, with its times; --json tells its marks instead.')
    .argument('<session>', 'its name or its id; one that left the board by its id')
    .option('--speed <times>', 'so many times as fast', '1')
    .option('--from <moment>', 'begins there: seconds, or 1:20', '0')
    .option('--skip-waits', 'no wait is longer than a second')
    .action(async (typed: string, options: ReplayOptions) => {
      await (await import('./cli/replay.ts')).replay(cli, ports, { ...options, typed })
    })
}
