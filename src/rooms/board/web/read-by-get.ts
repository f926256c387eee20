// What the socket would have told, read by GET: all sessions and all tasks, page by page.
import { ok, type Result } from '#base/result.ts'
import type { call } from '#platform/web/api/client.ts'
import type { Problem } from '#platform/web/api/problem.ts'
import type { PageOfSessions, Session } from '#rooms/sessions/contract.ts'
import type { Task } from '#rooms/tasks/contract.ts'

export type Board = { readonly sessions: readonly Session[]; readonly tasks: readonly Task[] }

/**
 * All of it or the first refusal. The tasks are asked first: they are open to the same callers as the socket, which can't say
 * why it refuses; the sessions are open to more.
 */
export async function readBoard(ask: typeof call): Promise<Result<Board, Problem>> {
  const tasks = await readTasks(ask)
  if (!tasks.ok) return tasks
  const sessions = await readSessions(ask)
  return sessions.ok ? ok({ sessions: sessions.value, tasks: tasks.value }) : sessions
}

/** All at once, unless they are too many for one answer. */
async function readSessions(ask: typeof call): Promise<Result<readonly Session[], Problem>> {
  const all: Session[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const from: string = cursor === '' ? '' : `?cursor=${encodeURIComponent(cursor)}`
    // Each page names the next one.
    // oxlint-disable-next-line no-await-in-loop
    const answer: Result<PageOfSessions, Problem> = await ask<PageOfSessions>(`/api/hooks/sessions${from}`)
    if (!answer.ok) return answer
    all.push(...answer.value.sessions)
    cursor = answer.value.next_cursor
  }
  return ok(all)
}

/** As many tasks as the service gives at once. */
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
