// `orrery task add | set | done | rm | restore`: one change a command, of one task or of many in one commit.
import type { Cli } from '#platform/server/cli/cli.ts'
import { CliError } from '#platform/server/cli/cli-error.ts'
import type { BulkRequest, ChangeTask, TaskPriority, TaskStatus, TaskType } from '../../contract.ts'
import { taskRoutes } from '../bound-routes.ts'

export type EditOptions = {
  readonly title?: string
  readonly description?: string
  readonly type?: TaskType
  readonly priority?: TaskPriority
  readonly status?: TaskStatus
  /** False: none, as `--no-parent` says. */
  readonly parent?: string | false
  readonly project?: string | false
  readonly repo?: string | false
}

export type AddOptions = EditOptions & { readonly id?: string }

export async function addTask(cli: Cli, words: readonly string[], { id, ...options }: AddOptions): Promise<void> {
  const given = id === undefined ? {} : { id }
  const body = { ...(await toChange(cli, options)), ...given, title: words.join(' ') }
  const answer = await cli.api.ask(taskRoutes.createTask, { body })
  cli.output.result(answer, answer.task.id)
  cli.output.note(`Added. Launch an agent for it with: orrery launch code-agent -t ${answer.task.id} "…"`)
}

/** Title and text belong to one task; everything else may be set on many at once. */
export async function setTasks(cli: Cli, ids: readonly string[], options: EditOptions): Promise<void> {
  const change = await toChange(cli, options)
  if (Object.keys(change).length === 0) {
    throw new CliError('usage', 'nothing to set was given', { hints: ['As in: orrery task set t-1 --status ready'] })
  }
  const { title, description, source_repo: repo, ...many } = change
  const [id] = ids
  if (ids.length > 1 && (title !== undefined || description !== undefined || repo !== undefined)) {
    throw new CliError('usage', 'a title, a description and a repository are set on one task at a time')
  }
  if (ids.length > 1 || id === undefined) return changeMany(cli, { ids: [...ids], set: many })
  const answer = await cli.api.ask(taskRoutes.changeTask, { params: { id }, body: change })
  cli.output.result(answer, `${id} is ${answer.task.status.replaceAll('_', ' ')}`)
}

export async function changeMany(cli: Cli, request: BulkRequest): Promise<void> {
  const answer = await cli.api.ask(taskRoutes.editTasks, { body: request })
  const said = request.delete === true ? 'is deleted' : request.restore === true ? 'is back' : 'is changed'
  const lines = [...new Set(request.ids)].map((id) => `${id} ${answer.changed.includes(id) ? said : 'was so already'}`)
  cli.output.result(answer, lines.join('\n'))
  if (request.delete === true && answer.changed.length > 0) {
    cli.output.note(`Undo with: orrery task restore ${answer.changed.join(' ')}`)
  }
}

async function toChange(cli: Cli, options: EditOptions): Promise<ChangeTask> {
  const { title, description, type, priority, status, parent, project, repo } = options
  const change = {
    title,
    description: description === '-' ? await cli.process.readStdin() : description,
    type,
    priority,
    status,
    parent: parent === false ? null : parent,
    project: project === false ? null : project,
    source_repo: repo === false ? null : repo,
  }
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
}
