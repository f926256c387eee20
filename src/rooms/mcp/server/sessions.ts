// The registry, read over its own routes.
import { z } from 'zod'
import { ok } from '#base/result.ts'
import { createTurns } from '#platform/server/turns.ts'
import { listSessions, readSession } from '#rooms/sessions/api.ts'
import type { AskRoute } from '#platform/server/http/ask-route.ts'
import type { BoardSession, BoardLook } from './tool.ts'

const boardSession: z.ZodType<BoardSession> = z.object({
  id: z.string(),
  tmux_session: z.string(),
  agent_type: z.string(),
  ended_at: z.string().nullable(),
  label: z.string().nullable(),
  state: z.string(),
  task_id: z.string().nullable(),
  last_activity: z.string(),
  exit_code: z.number().nullable(),
  end_reason: z.string().nullable(),
  harness: z.string().nullable(),
})

const one = z.object({ session: boardSession })
const all = z.object({ sessions: z.array(boardSession) })

/** Its runs are no work on the board. */
const assistant = 'mother-llm'

export function createSessions(ask: AskRoute, who: string, turns: LaunchTurns): BoardLook {
  return {
    async all() {
      const answer = await ask(listSessions, who)
      if (!answer.ok) throw new Error(answer.error.reason)
      return all.parse(JSON.parse(answer.value)).sessions.filter(({ harness }) => harness !== assistant)
    },
    async find(id) {
      const answer = await ask(readSession, who, { params: { id } })
      return answer.ok ? ok(one.parse(JSON.parse(answer.value)).session) : answer
    },
    oneAtATime: (work) => turns.take(work),
  }
}

/** One after the other, whoever asks. */
export interface LaunchTurns {
  take<T>(work: () => Promise<T>): Promise<T>
}

export function createLaunchTurns(): LaunchTurns {
  const { takeUrgently } = createTurns({ usual: 1, reserved: 0, mostWaiting: 0 })
  return { take: takeUrgently }
}
