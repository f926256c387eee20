// What the socket would have told, read by GET: all sessions, and all tasks page by page.
import { err, ok, type Result } from '#base/result.ts'
import type { call } from '#platform/web/api/client.ts'
import type { Problem } from '#platform/web/api/problem.ts'
import type { Session } from '#rooms/sessions/contract.ts'
import type { Task } from '#rooms/tasks/contract.ts'

export type Board = { readonly sessions: readonly Session[]; readonly tasks: readonly Task[] }

/**
 * All of it or the first refusal. The tasks are asked first: they are open to the same callers as the socket, which can't say
 * why it refuses; the sessions are open to more.
 */
export async function readBoard(ask: typeof call): Promise<Result<Board, Problem>> {
  const tasks = await readTasks(ask)
  if (!tasks.ok) return tasks
  const answer = await ask<{ sessions: readonly Session[] }>('/api/hooks/sessions')
  return answer.ok ? ok({ sessions: answer.value.sessions, tasks: tasks.value }) : err(answer.error)
}

/** As many as the service gives at once. */
const pageSize = 200

type PageOfTasks = { readonly tasks: readonly Task[]; readonly next_cursor: string | null }

async function readTasks(ask: typeof call): Promise<Result<readonly Task[], Problem>> {
  const all: Task[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const from: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
    // Each page names the next one.
    // oxlint-disable-next-line no-await-in-loop
    const answer: Result<PageOfTasks, Problem> = await ask<PageOfTasks>(`/api/tasks?limit=${pageSize}${from}`)
    if (!answer.ok) return answer
    all.push(...answer.value.tasks)
    cursor = answer.value.next_cursor
  }
  return ok(all)
}
