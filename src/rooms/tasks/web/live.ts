// Keeps the page's tasks in step with the service.
import { ok, type Result } from '#base/result.ts'
import { call } from '#platform/web/api/call.ts'
import type { Problem } from '#platform/web/api/problem.ts'
import { followIn } from '#platform/web/live/follower.ts'
import { listTasks, liveTasks } from '../api.ts'
import type { Task } from '../contract.ts'
import { tasks, toCard } from './task-store.ts'

/** As many as the service gives at once. */
const pageSize = 200

/** Page by page to the last one; a page that is refused refuses the whole, so that no half of a board is shown. */
export async function readAllTasks(ask: typeof call): Promise<Result<readonly Task[], Problem>> {
  const all: Task[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const query: { limit: number; cursor?: string } = { limit: pageSize, ...(cursor === '' ? {} : { cursor }) }
    const answer = await ask(listTasks, { query })
    if (!answer.ok) return answer
    all.push(...answer.value.tasks)
    cursor = answer.value.next_cursor
  }
  return ok(all)
}

export const tasksFollower = followIn(liveTasks, tasks, {
  async read() {
    const answer = await readAllTasks(call)
    return answer.ok ? ok(answer.value.map(toCard)) : answer
  },
})
