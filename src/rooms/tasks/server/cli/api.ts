// The requests that the task commands share.
import type { Cli } from '#platform/server/cli/cli.ts'
import type { Task, TaskQuery } from '../../contract.ts'
import { taskRoutes } from '../bound-routes.ts'

export async function fetchTask(cli: Cli, id: string): Promise<Task> {
  const { task } = await cli.api.ask(taskRoutes.readTask, { params: { id } })
  return task
}

/** All pages of the tasks that the filters let through. */
export async function fetchTasks(cli: Cli, filters: Partial<TaskQuery>): Promise<Task[]> {
  const all: Task[] = []
  let cursor: string | null = null
  do {
    const query: Partial<TaskQuery> = { ...filters, limit: 200, ...(cursor === null ? {} : { cursor }) }
    const page = await cli.api.ask(taskRoutes.listTasks, { query })
    all.push(...page.tasks)
    cursor = page.next_cursor
  } while (cursor !== null)
  return all
}
