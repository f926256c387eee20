// The sessions of the demo's board, as much of them as it asks for.
import { z } from 'zod'
import { listSessions } from '#rooms/sessions/api.ts'
import { sessionStateSchema } from '#rooms/sessions/contract.ts'
import type { Stage } from './stage/stage.ts'

const listSchema = z.object({
  sessions: z.array(
    z.object({
      id: z.string(),
      tmux_session: z.string(),
      state: sessionStateSchema,
      state_since: z.string(),
      tmux_alive: z.boolean().nullable(),
    }),
  ),
})

export type Card = z.infer<typeof listSchema>['sessions'][number]

export async function readCards({ ask }: Stage): Promise<readonly Card[]> {
  return listSchema.parse(await ask(listSessions)).sessions
}
