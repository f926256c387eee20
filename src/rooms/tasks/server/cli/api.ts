// The requests that the task commands share.
import type { Cli } from '#platform/server/cli/cli.ts'
import {
  bulkAnswerSchema,
  taskAnswerSchema,
  taskListSchema,
  type BulkAnswer,
  type BulkRequest,
  type Task,
} from '../../contract.ts'

export const taskPath = (id: string): string => `/api/tasks/${encodeURIComponent(id)}`

export async function fetchTask(cli: Cli, id: string): Promise<Task> {
  const { task } = await cli.api.call({ method: 'GET', path: taskPath(id), answer: taskAnswerSchema })
  return task
}

/** All pages; `filters` are query parameters of GET /api/tasks. */
export async function fetchTasks(cli: Cli, filters: Readonly<Record<string, string>>): Promise<Task[]> {
  const all: Task[] = []
  let cursor: string | null = null
  do {
    const query = new URLSearchParams({ ...filters, limit: '200', ...(cursor === null ? {} : { cursor }) })
    const page = await fetchPage(cli, query)
    all.push(...page.tasks)
    cursor = page.next_cursor
  } while (cursor !== null)
  return all
}

async function fetchPage(cli: Cli, query: URLSearchParams): Promise<{ tasks: Task[]; next_cursor: string | null }> {
  return cli.api.call({ method: 'GET', path: `/api/tasks?${query}`, answer: taskListSchema })
}

export function sendBulk(cli: Cli, body: BulkRequest): Promise<BulkAnswer> {
  return cli.api.call({ method: 'POST', path: '/api/tasks/bulk', body, answer: bulkAnswerSchema })
}
