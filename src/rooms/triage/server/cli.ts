// The brief and triage commands of `orrery`: names, arguments and options; what they do stands in cli/.
import { Argument, Option, type Command } from 'commander'
import { nearest } from '#base/nearest.ts'
import type { Cli } from '#platform/server/cli/cli.ts'
import type { CliRoom } from '#platform/server/cli/cli-room.ts'
import {
  briefSourceSchema,
  laneSchema,
  overrideDimensionSchema,
  type Lane,
  type OverrideDimension,
} from '../contract.ts'
import { addBrief, listBriefs, removeBriefs, type BriefOptions } from './cli/briefs.ts'
import { lockTask, override, unlockTasks } from './cli/correct.ts'
import { addMemory, listMemories, removeMemories } from './cli/memories.ts'
import { applyPlan, cancelRun, listRuns, runTriage, type RunFlags } from './cli/runs.ts'
import { explainTask, showLanes } from './cli/show.ts'

/** The brief and triage commands, and doctor's look at the model server. */
export const triageCli: CliRoom = {
  name: 'triage',
  addCommands: (program, { cli }) => addTriageCommands(program, cli),
  checks: (ground) => [
    async () => {
      const { checkModel } = await import('#platform/server/cli/doctor/network-checks.ts')
      return checkModel(ground.config.model)
    },
  ],
}

/** Adds the commands to the program. */
export function addTriageCommands(program: Command, cli: Cli): void {
  addBriefs(program, cli)
  const triage = program
    .command('triage')
    .summary('decide what to do now')
    .description('Rank open tasks with a local model, and correct it.')
  addPreview(triage, cli)
  addRuns(triage, cli)
  addReading(triage, cli)
  addCorrections(triage, cli)
  addMemories(triage, cli)
}

function addBriefs(program: Command, cli: Cli): void {
  const brief = program
    .command('brief')
    .summary('tell triage what is new')
    .description('Notes of fresh context, which the next run of triage reads once.')
  brief
    .command('add')
    .summary('add a brief')
    .description('Add a brief; - reads it from stdin, as in: mail-to-text | orrery brief add -s email -')
    .argument('<text...>', 'what is new, or - for stdin')
    .addOption(
      new Option('-s, --source <source>', 'where it comes from').choices(briefSourceSchema.options).default('other'),
    )
    .option('-t, --tag <tag...>', 'tags')
    .action(async (words: string[], options: BriefOptions) => addBrief(cli, words, options))
  brief
    .command('ls')
    .summary('list briefs')
    .description('List briefs that wait for the next run.')
    .option('-c, --consumed', 'those that a run has read')
    .action(async (options: { consumed?: boolean }) => listBriefs(cli, options.consumed === true))
  brief
    .command('rm')
    .summary('delete briefs')
    .description('Delete briefs.')
    .argument('<id...>', 'numbers of briefs')
    .action(async (ids: string[]) => removeBriefs(cli, ids))
}

/** `orrery triage --preview` and what comes of it. */
function addPreview(triage: Command, cli: Cli): void {
  triage
    .option('--preview', 'work out a plan and show it, without writing it')
    .allowExcessArguments()
    .action(async ({ preview }: { preview?: boolean }) => {
      const [unknown] = triage.args
      if (unknown !== undefined) triage.error(`error: unknown command '${unknown}'${meantBy(unknown, triage)}`)
      if (preview !== true) return triage.help({ error: true })
      await runTriage(cli, { dryRun: true, wait: true })
    })
  triage
    .command('apply')
    .summary('apply the plan of a preview')
    .description('Apply what a preview showed, without asking the model again. Refused where something changed since.')
    .argument('<run>', 'number of the preview')
    .action(async (id: string) => applyPlan(cli, id))
}

function meantBy(word: string, { commands }: Command): string {
  const meant = nearest(
    word,
    commands.map((each) => each.name()),
  )
  return meant === null ? '' : `\n(Did you mean ${meant}?)`
}

function addRuns(triage: Command, cli: Cli): void {
  triage
    .command('run')
    .summary('rank the open tasks')
    .description('Ask the model about the open tasks and fill the lanes anew. Ctrl+C cancels the run.')
    .option('-n, --dry-run', 'only show what would move')
    .option('--no-wait', 'print the number of the run and go')
    .action(async (options: RunFlags) => runTriage(cli, options))
  triage
    .command('runs')
    .summary('list runs')
    .description('List the latest runs, newest first.')
    .action(async () => listRuns(cli))
  triage
    .command('cancel')
    .summary('cancel the run that goes on')
    .description('Cancel the run that goes on; nothing is changed by it.')
    .argument('[run]', 'number of the run (default: the one that goes on)')
    .action(async (id: string | undefined) => cancelRun(cli, id ?? null))
}

function addReading(triage: Command, cli: Cli): void {
  triage
    .command('show')
    .summary('show the lanes')
    .description('Show what stands in NOW, NEXT and LATER.')
    .addArgument(new Argument('[lane...]', 'only these lanes').choices(laneSchema.options))
    .action(async (wanted: Lane[]) => showLanes(cli, wanted))
  triage
    .command('explain')
    .summary('say why a task is where it is')
    .description('Say why a task is where it is: what the model said, your corrections, the arithmetic, what was read.')
    .argument('<task>', 'id of the task')
    .action(async (id: string) => explainTask(cli, id))
}

function addCorrections(triage: Command, cli: Cli): void {
  triage
    .command('lock')
    .summary('lock a task at a lane')
    .description('Lock a task at a lane: runs leave it alone.')
    .argument('<task>', 'id of the task')
    .addArgument(new Argument('<lane>', 'the lane').choices(laneSchema.options))
    .option('-r, --reason <text>', 'why')
    .action(async (id: string, lane: Lane, options: { reason?: string }) => lockTask(cli, id, { lane, ...options }))
  triage
    .command('unlock')
    .summary('unlock tasks')
    .description('Unlock tasks: the next run ranks them again.')
    .argument('<task...>', 'ids of tasks')
    .action(async (ids: string[]) => unlockTasks(cli, ids))
  triage
    .command('override')
    .summary('correct a score or a lane')
    .description('Correct a part of a score (1 to 5), or the lane; the next run obeys and learns from it.')
    .argument('<task>', 'id of the task')
    .addArgument(new Argument('<dimension>', 'what to correct').choices(overrideDimensionSchema.options))
    .argument('<value>', '1 to 5, or a lane')
    .option('-r, --reason <text>', 'why')
    .action(async (...[task, dimension, value, { reason }]: OverrideArguments) =>
      override(cli, {
        task_id: task,
        dimension,
        new_value: value,
        ...(reason === undefined ? {} : { user_reason: reason }),
      }),
    )
}

type OverrideArguments = [string, OverrideDimension, string, { reason?: string }]

function addMemories(triage: Command, cli: Cli): void {
  const memory = triage
    .command('memory')
    .summary('notes that every run reads')
    .description('Durable notes that stand in every prompt.')
  memory
    .command('add')
    .summary('keep a note')
    .description('Keep a note; - reads it from stdin.')
    .argument('<text...>', 'the note, or - for stdin')
    .action(async (words: string[]) => addMemory(cli, words))
  memory
    .command('ls')
    .summary('list notes')
    .description('List the notes.')
    .action(async () => listMemories(cli))
  memory
    .command('rm')
    .summary('delete notes')
    .description('Delete notes.')
    .argument('<id...>', 'numbers of notes')
    .action(async (ids: string[]) => removeMemories(cli, ids))
}
