// The task commands of `orrery`: names, arguments and options; what they do stands in cli/.
import { Option, type Command } from 'commander'
import type { Cli } from '#platform/server/cli/cli.ts'
import type { CliRoom } from '#platform/server/cli/cli-room.ts'
import { importFormats, taskPriorities, taskStatuses, taskTypes } from '../contract.ts'
import { addTask, changeMany, setTasks, type AddOptions, type EditOptions } from './cli/edit.ts'
import { importFile, type ImportOptions } from './cli/import.ts'
import { exportTasks, listTasks, showTask, type TaskListOptions } from './cli/show.ts'

/** The task commands. */
export const tasksCli: CliRoom = {
  name: 'tasks',
  addCommands: (program, { cli }) => addTaskCommands(program, cli),
}

/** Adds the commands to the program. */
export function addTaskCommands(program: Command, cli: Cli): void {
  const task = program
    .command('task')
    .summary('work with tasks')
    .description('File, see and change the tasks of the board.')
  addReading(task, cli)
  addChanges(task, cli)
  addFiles(task, cli)
}

function addReading(task: Command, cli: Cli): void {
  task
    .command('ls')
    .summary('list tasks')
    .description('List open tasks, each below the one that holds it.')
    .addOption(new Option('-s, --status <status...>', 'only these statuses').choices(taskStatuses))
    .addOption(typeOption('only this type'))
    .addOption(priorityOption('only this priority'))
    .option('-j, --project <name>', 'only this project')
    .option('--parent <id>', 'only what lies right below this task')
    .option('-q, --search <words>', 'only with these words in the title or the description')
    .option('-a, --all', 'done ones, too')
    .action(async (options: TaskListOptions) => listTasks(cli, options))
  task
    .command('show')
    .summary('show a task')
    .description('Show a task with its description, what lies below it and its latest changes.')
    .argument('<task>', 'id of the task')
    .action(async (id: string) => showTask(cli, id))
}

function addChanges(task: Command, cli: Cli): void {
  withFields(
    task
      .command('add')
      .summary('add a task')
      .description('Add a task; the words are its title.')
      .argument('<title...>', 'what is to be done, in a line')
      .option('--id <id>', 'id of the task (default: one is made)'),
  ).action(async (words: string[], options: AddOptions) => addTask(cli, words, options))
  withFields(
    task
      .command('set')
      .summary('change tasks')
      .description('Change fields of a task, or the same fields of many.')
      .argument('<task...>', 'ids of tasks')
      .option('--title <text>', 'title')
      .option('--no-parent', 'move it out of its parent')
      .option('--no-project', 'take it out of its project'),
  ).action(async (ids: string[], options: EditOptions, command: Command) => setTasks(cli, ids, given(options, command)))
  const onTasks = (name: string, summary: string, description: string) =>
    task.command(name).summary(summary).description(description).argument('<task...>', 'ids of tasks')
  onTasks('done', 'close tasks', 'Set tasks to done; sessions that wait for them start.').action(
    async (ids: string[]) => changeMany(cli, { ids, set: { status: 'done' } }),
  )
  onTasks('rm', 'delete tasks', 'Delete tasks. What lies below one stays; restore brings a task back.').action(
    async (ids: string[]) => changeMany(cli, { ids, delete: true }),
  )
  onTasks('restore', 'bring deleted tasks back', 'Bring deleted tasks back with their links.').action(
    async (ids: string[]) => changeMany(cli, { ids, restore: true }),
  )
}

function addFiles(task: Command, cli: Cli): void {
  task
    .command('import')
    .summary('import tasks')
    .description('Import tasks from an export of GitHub, Linear or vibe-kanban, or a checklist. May be repeated.')
    .argument('<file>', 'the exported file, or - for stdin')
    .addOption(new Option('-f, --format <format>', 'format (default: by name and content)').choices(importFormats))
    .option('-j, --project <name>', 'project of the tasks')
    .option('--source <name>', 'name of the list, for items without ids (default: the name of the file)')
    .option('-n, --dry-run', 'only say what would change')
    .action(async (file: string, options: ImportOptions) => importFile(cli, file, options))
  task
    .command('export')
    .summary('print all tasks')
    .description('Print all tasks, as JSON or as a Markdown checklist.')
    .addOption(new Option('-f, --format <format>', 'format').choices(['json', 'markdown']).default('json'))
    .action(async (options: { format: 'json' | 'markdown' }) => exportTasks(cli, options))
}

function withFields(command: Command): Command {
  return command
    .option('-d, --description <text>', 'description in Markdown; - reads it from stdin')
    .addOption(typeOption('type'))
    .addOption(priorityOption('priority'))
    .addOption(new Option('-s, --status <status>', 'status').choices(taskStatuses))
    .option('--parent <id>', 'epic or story that holds it')
    .option('-j, --project <name>', 'project')
    .option('--repo <name>', 'repository that it is about')
}

/** `--no-parent` gives `--parent` a default of true, which nobody asked for. */
function given(options: EditOptions, command: Command): EditOptions {
  const asked = Object.entries(options).filter(([name]) => command.getOptionValueSource(name) !== 'default')
  return Object.fromEntries(asked)
}

const typeOption = (text: string): Option => new Option('-t, --type <type>', text).choices(taskTypes)
const priorityOption = (text: string): Option => new Option('-p, --priority <priority>', text).choices(taskPriorities)
