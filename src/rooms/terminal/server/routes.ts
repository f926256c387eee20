// The HTTP face of terminals: what a session's processes use, and what its screen shows.
import { z } from 'zod'
import { err, ok, type Result } from '#base/result.ts'
import { errorBodySchema, type Refusal } from '#platform/contract.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Api } from '#platform/server/http/api.ts'
import { sendResult } from '#platform/server/http/refuse.ts'
import { shareRuns } from '#platform/server/share-runs.ts'
import type { Tmux } from '#platform/server/tmux/tmux.ts'
import {
  resourcesAnswerSchema,
  screenAnswerSchema,
  screenQuerySchema,
  transferAnswerSchema,
  type ResourcesAnswer,
  type Transfer,
} from '../contract.ts'
import { locate } from './locate.ts'
import { orNothing, unavailable, unknownSession } from './no-terminal.ts'
import type { FindTerminal } from './ports.ts'
import type { ReadResources } from './resources.ts'
import { createReadScreen } from './screen.ts'

const idParams = z.strictObject({ id: z.string() })
const refused = { '4xx': errorBodySchema, '5xx': errorBodySchema }

export type TerminalRouteParts = {
  readonly tmux: Tmux
  readonly findTerminal: FindTerminal
  readonly readResources: ReadResources
  readonly clock: Clock
  readonly transfer: Transfer
}

export function mountTerminals(api: Api, parts: TerminalRouteParts): void {
  mountResources(api, parts)
  mountScreen(api, parts)
  mountTransfer(api, parts)
}

function mountResources(api: Api, parts: TerminalRouteParts): void {
  const readUsage = shareRuns(String, (id: string) => readResources(parts, id))
  const config = { access: 'authenticated' } as const
  const tags = ['agents']
  api.get(
    '/api/agents/:id/resources',
    {
      config,
      schema: {
        tags,
        summary: 'CPU and memory of the processes in a session’s terminal; null when it has none',
        params: idParams,
        response: { 200: resourcesAnswerSchema, ...refused },
      },
    },
    async (request, reply) => {
      return sendResult(reply, await readUsage(request.params.id))
    },
  )
}

async function readResources(parts: TerminalRouteParts, id: string): Promise<Result<ResourcesAnswer, Refusal>> {
  const located = orNothing(id, await locate(parts, id))
  if (!located.ok) return located
  if (located.value === null) return ok({ resources: null })
  const resources = await parts.readResources(id, located.value.view.panePids)
  return resources.ok ? ok({ resources: resources.value }) : err(unavailable(resources.error))
}

function mountScreen(api: Api, parts: TerminalRouteParts): void {
  const readScreen = createReadScreen(parts)
  const config = { access: 'authenticated' } as const
  const tags = ['agents']
  api.get(
    '/api/agents/:id/screen',
    {
      config,
      schema: {
        tags,
        summary: 'What a session’s terminal shows, and the history before it; null when it has none',
        params: idParams,
        querystring: screenQuerySchema,
        response: { 200: screenAnswerSchema, ...refused },
      },
    },
    async (request, reply) => {
      const { history, colour } = request.query
      const question = { sessionId: request.params.id, historyLines: history, withLooks: colour === 'true' }
      return sendResult(reply, await readScreen(question))
    },
  )
}

function mountTransfer(api: Api, { findTerminal, transfer }: TerminalRouteParts): void {
  api.get(
    '/api/agents/:id/transfer',
    {
      config: { access: 'authenticated' },
      schema: {
        tags: ['agents'],
        summary: 'What another device needs to show the session',
        params: idParams,
        response: { 200: transferAnswerSchema, ...refused },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      return sendResult(reply, findTerminal(id) === null ? err(unknownSession(id)) : ok({ transfer }))
    },
  )
}
