// Keeps the page's sessions in step with the service.
import { ok, type Result } from '#base/result.ts'
import { call } from '#platform/web/api/call.ts'
import type { Problem } from '#platform/web/api/problem.ts'
import { followIn } from '#platform/web/live/follower.ts'
import { listSessions, liveSessions } from '../api.ts'
import type { Session } from '../contract.ts'
import { sessions, sessionsLoaded, toCard } from './session-store.ts'

/** All at once, unless they are too many for one answer; a page that is refused refuses the whole. */
export async function readAllSessions(ask: typeof call): Promise<Result<readonly Session[], Problem>> {
  const all: Session[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const query: { cursor?: string } = cursor === '' ? {} : { cursor }
    const answer = await ask(listSessions, { query })
    if (!answer.ok) return answer
    all.push(...answer.value.sessions)
    cursor = answer.value.next_cursor
  }
  return ok(all)
}

export const sessionsFollower = followIn(liveSessions, sessions, {
  isTold: sessionsLoaded,
  async read() {
    const answer = await readAllSessions(call)
    return answer.ok ? ok(answer.value.map(toCard)) : answer
  },
})
