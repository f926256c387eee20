// `orrery task ls | show | export`: tasks as tables, one in full, all as a file.
import { printable } from '#base/printable.ts'
import { terminalText } from '#base/terminal-text.ts'
import type { Cli } from '#platform/server/cli/cli.ts'
import type { Colour, Output } from '#platform/server/cli/output.ts'
import { formatTable } from '#platform/server/cli/table.ts'
import type { Task, TaskEvent, TaskPriority, TaskStatus, TaskType } from '../../contract.ts'
import { toMarkdown } from '../../core/export-markdown.ts'
import { treeOrder, type TreeRow } from '../../core/tree-order.ts'
import { taskRoutes } from '../bound-routes.ts'
import { fetchTask, fetchTasks } from './api.ts'

const colours: Readonly<Record<TaskStatus, Colour>> = {
  backlog: 'dim',
  ready: 'dim',
  in_progress: 'blue',
  claimed: 'blue',
  review: 'yellow',
  blocked: 'red',
  done: 'green',
}

export type TaskListOptions = {
  readonly status?: readonly TaskStatus[]
  readonly type?: TaskType
  readonly priority?: TaskPriority
  readonly project?: string
  readonly parent?: string
  readonly search?: string
  readonly all?: boolean
}

/** Done ones are left out unless they are asked for. */
export async function listTasks(cli: Cli, { status, all, search, ...filters }: TaskListOptions): Promise<void> {
  const [only] = status ?? []
  const one = status?.length === 1 && only !== undefined ? { status: only } : {}
  const found = await fetchTasks(cli, { ...filters, ...one, ...(search === undefined ? {} : { q: search }) })
  const wanted = (task: Task): boolean =>
    status === undefined ? all === true || task.status !== 'done' : status.includes(task.status)
  const tasks = found.filter(wanted)
  cli.output.result({ tasks }, tasks.length === 0 ? '' : taskTable(treeOrder(tasks), cli.output))
  if (tasks.length > 0) return
  // Without statuses, done ones alone are left out.
  const why = status === undefined ? 'done: see --all' : 'in none of these statuses: see --all without --status'
  const hidden = found.length === 0 ? '' : ` ${found.length} ${found.length === 1 ? 'is' : 'are'} ${why}.`
  cli.output.note(`No tasks.${hidden} Add one with: orrery task add "Fix the login page"`)
}

function taskTable(rows: readonly TreeRow[], output: Output): string {
  return formatTable(
    rows,
    [
      {
        title: 'STATUS',
        text: ({ task }) => word(task.status),
        paint: (text, { task }) => output.paint(colours[task.status], text),
      },
      { title: 'PRIO', text: ({ task }) => task.priority },
      { title: 'TYPE', text: ({ task }) => task.type },
      { title: 'TITLE', text: ({ task, depth }) => '  '.repeat(depth) + task.title, shrinks: { minimum: 16 } },
      {
        title: 'DONE',
        text: ({ task }) => (task.progress.total === 0 ? '' : `${task.progress.done}/${task.progress.total}`),
      },
      { title: 'PROJECT', text: ({ task }) => task.project ?? task.source_repo ?? '', shrinks: { minimum: 8 } },
      { title: 'ID', text: ({ task }) => task.id },
    ],
    output.width,
  )
}

/** Newest entries of the history that `show` prints. */
const shownEvents = 5

export async function showTask(cli: Cli, id: string): Promise<void> {
  const task = await fetchTask(cli, id)
  const history = { params: { id }, query: { limit: shownEvents } }
  const { events } = await cli.api.ask(taskRoutes.readTaskHistory, history)
  const children = task.children.length === 0 ? [] : await fetchTasks(cli, { parent: id })
  const parts = [
    `${cli.output.paint('bold', printable(task.title))}\n${facts(task)}`,
    terminalText(task.description.trim(), { keepColour: false }),
    children.length === 0 ? '' : taskTable(treeOrder(children), cli.output),
    events.map(eventLine).join('\n'),
  ]
  cli.output.result({ task, events }, parts.filter((part) => part !== '').join('\n\n'))
}

function facts(task: Task): string {
  const { total, done } = task.progress
  const rows: readonly (readonly [string, string | null])[] = [
    ['id', task.id],
    ['status', word(task.status)],
    ['type', task.type],
    ['priority', task.priority],
    ['progress', total === 0 ? null : `${done}/${total} done`],
    ['parent', task.parent],
    ['project', task.project],
    ['repository', task.source_repo],
    ['from', task.source_url],
    ['created', task.created_at],
    ['done', task.done_at],
  ]
  return rows.flatMap(([name, value]) => (value === null ? [] : `${name.padEnd(11)}${printable(value)}`)).join('\n')
}

function eventLine({ at, kind, actor, by, changes }: TaskEvent): string {
  const what = kind === 'changed' ? changes.map(changeText).join(', ') : kind
  return printable(`${at}  ${by === null ? actor : `${actor} ${by}`}: ${what}`)
}

function changeText({ field, from, to }: TaskEvent['changes'][number]): string {
  if (field === 'description') return 'description changed'
  return `${field} ${from ?? 'none'} → ${to ?? 'none'}`
}

export async function exportTasks(cli: Cli, { format }: { readonly format: 'json' | 'markdown' }): Promise<void> {
  const tasks = await fetchTasks(cli, {})
  if (format === 'json' || cli.output.json) return cli.output.raw(`${JSON.stringify({ tasks }, null, 2)}\n`)
  cli.output.raw(toMarkdown(tasks))
}

const word = (status: TaskStatus): string => status.replaceAll('_', ' ')
