// The route of the tools with its schemas.
import { z } from 'zod'
import { bind } from '#platform/server/http/bind.ts'
import * as routes from '../api.ts'

/** More in one request is no conversation. */
const mostMessages = 50

/** The protocol's library looks into it; this tells what is none of its messages. */
const message = z.looseObject({ jsonrpc: z.literal('2.0') })

export const mcpRoutes = {
  callTools: bind(routes.callTools, {
    summary: 'The tools for agents, by the Model Context Protocol (streamable HTTP, JSON answers, no sessions)',
    tag: 'mcp',
    body: z.union([message, z.array(message).min(1).max(mostMessages)]),
  }),
}
