// The HTTP face of terminals: what a session's processes use, and what its screen shows.
import { z } from 'zod'
import { err, ok, type Result } from '#base/result.ts'
import { terminalText } from '#base/terminal-text.ts'
import { toIso } from '#base/time.ts'
import { errorBodySchema, type Refusal } from '#platform/contract.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Api } from '#platform/server/http/api.ts'
import { sendResult } from '#platform/server/http/refuse.ts'
import type { Tmux } from '#platform/server/tmux/tmux.ts'
import {
  resourcesAnswerSchema,
  screenAnswerSchema,
  screenQuerySchema,
  transferAnswerSchema,
  type Transfer,
} from '../contract.ts'
import { locate, type Located, type NotLocated } from './locate.ts'
import type { FindTerminal } from './ports.ts'
import type { ReadResources } from './resources.ts'

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
      const { id } = request.params
      const located = orNothing(id, await locate(parts, id))
      if (!located.ok) return sendResult(reply, located)
      if (located.value === null) return sendResult(reply, ok({ resources: null }))
      const resources = await parts.readResources(id, located.value.view.panePids)
      return sendResult(reply, resources.ok ? ok({ resources: resources.value }) : err(unavailable(resources.error)))
    },
  )
}

function mountScreen(api: Api, parts: TerminalRouteParts): void {
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
      const { id } = request.params
      const located = orNothing(id, await locate(parts, id))
      if (!located.ok) return sendResult(reply, located)
      if (located.value === null) return sendResult(reply, ok({ screen: null }))
      const { history, colour } = request.query
      const withLooks = colour === 'true'
      const captured = await parts.tmux.capture(located.value.id, { historyLines: history, withLooks })
      if (!captured.ok) {
        const isGone = captured.error.kind === 'gone'
        return sendResult(reply, isGone ? ok({ screen: null }) : err(unavailable(captured.error.reason)))
      }
      const { columns, rows } = located.value.view
      const text = terminalText(captured.value, { keepColour: withLooks })
      return sendResult(reply, ok({ screen: { text, columns, rows, captured_at: toIso(parts.clock.now()) } }))
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

/** A session without a terminal has nothing to show, which is an answer. */
function orNothing(id: string, located: Result<Located, NotLocated>): Result<Located | null, Refusal> {
  if (located.ok) return located
  if (located.error.reason === 'gone') return ok(null)
  if (located.error.reason !== 'unknown_session') return err(unavailable(located.error.message))
  return err(unknownSession(id))
}

function unknownSession(id: string): Refusal {
  return {
    error: 'not_found',
    reason: `There is no session ${id}.`,
    hint: 'GET /api/hooks/sessions or orrery ls lists the sessions there are.',
  }
}

function unavailable(reason: string): Refusal {
  return { error: 'tmux_unavailable', reason: `The terminal can't be looked at now: ${reason}` }
}
