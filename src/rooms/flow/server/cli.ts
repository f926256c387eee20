// The strand commands of `orrery`: names, arguments and options; what they do stands in cli/.
import { Option, type Command } from 'commander'
import type { Cli } from '#platform/server/cli/cli.ts'
import type { CliRoom } from '#platform/server/cli/cli-room.ts'
import { reloadStrands, switchStrand } from './cli/change.ts'
import { listStates, listStrands, showStrand, type StrandListFlags } from './cli/list.ts'
import { showLogs } from './cli/logs.ts'
import { newStrand, type NewOptions } from './cli/new.ts'
import { cancelRun, retryRun, runStrand, type StrandRunFlags } from './cli/run.ts'

/** The strand commands. */
export const flowCli: CliRoom = {
  name: 'flow',
  addCommands: (program, { cli }) => addStrandCommands(program, cli),
}

/** Adds the commands to the program. */
export function addStrandCommands(program: Command, cli: Cli): void {
  const strand = program
    .command('strand')
    .summary('work with strands, the workflows')
    .description('Write, run and watch strands: the scheduled, manual and webhook jobs of the service.')
  addReading(strand, cli)
  addRuns(strand, cli)
  addFiles(strand, cli)
}

function addReading(strand: Command, cli: Cli): void {
  strand
    .command('ls')
    .summary('list strands')
    .description(
      'List strands with their schedule and their latest run. Seeds, which are not wired yet, come with --all.',
    )
    .addOption(new Option('-s, --status <status>', 'only those in this state').choices(listStates))
    .option('-a, --all', 'seeds, too')
    .action(async (options: StrandListFlags) => listStrands(cli, options))
  strand
    .command('show')
    .summary('show a strand')
    .description('Show what is set for a strand, its steps and its latest runs.')
    .argument('<strand>', 'id of the strand, or its beginning')
    .action(async (id: string) => showStrand(cli, id))
}

function addRuns(strand: Command, cli: Cli): void {
  strand
    .command('run')
    .summary('run a strand')
    .description(
      'Start a run and print its id. With --follow its output comes here, and the exit code tells its outcome.',
    )
    .argument('<strand>', 'id of the strand, or its beginning')
    .option('-i, --input <json>', 'input of the run, as JSON')
    .option('--input-file <file>', 'a file with the input, or - for stdin')
    .option('--run-id <id>', 'id of the run: the same id starts one run')
    .option('-f, --follow', 'watch it to its end')
    .action(async (id: string, options: StrandRunFlags) => runStrand(cli, id, options))
  strand
    .command('logs')
    .summary('show what a run wrote')
    .description('Print the output of a run, or of one step of it.')
    .argument('<run>', 'id of the run')
    .argument('[step]', 'id of a step')
    .option('-f, --follow', 'go on until the run is over')
    .action(async (run: string, step: string | undefined, options: { follow?: boolean }) =>
      showLogs(cli, { runId: run, stepId: step ?? null, isFollowed: options.follow === true }),
    )
  strand
    .command('cancel')
    .summary('cancel a run')
    .description('Cancel a run; steps that run are told to stop.')
    .argument('<run>', 'id of the run')
    .action(async (run: string) => cancelRun(cli, run))
  strand
    .command('retry')
    .summary('go on where a run failed')
    .description('Start a run that goes on where this one failed; steps that succeeded are taken over.')
    .argument('<run>', 'id of the failed or cancelled run')
    .option('-f, --follow', 'watch it to its end')
    .action(async (run: string, options: { follow?: boolean }) => retryRun(cli, run, options.follow === true))
}

function addFiles(strand: Command, cli: Cli): void {
  strand
    .command('new')
    .summary('write a strand to begin with')
    .description(
      'Write a strand into your folder: an example, or a copy of a built-in one, which then takes its place.',
    )
    .argument('[id]', 'id of the strand: letters, digits and . _ - (default: that of the one copied)')
    .option('--from <strand>', 'the built-in strand to copy')
    .action(async (id: string | undefined, options: NewOptions) => newStrand(cli, id ?? null, options))
  for (const isOn of [true, false]) {
    strand
      .command(isOn ? 'enable' : 'disable')
      .summary(`switch a strand ${isOn ? 'on' : 'off'}`)
      .description('Switch a mirrored job in its gateway; of a strand from a file, say where it is set.')
      .argument('<strand>', 'id of the strand, or its beginning')
      .action(async (id: string) => switchStrand(cli, id, isOn))
  }
  strand
    .command('reload')
    .summary('read the strand folders again')
    .description('Read all strand files again; those with a fault are listed with their line.')
    .action(async () => reloadStrands(cli))
}
