// The tools for agents as app/ wires them: /mcp, with a token of its own.
import type { FastifyRequest } from 'fastify'
import { agentHeader, type Refusal } from '#platform/contract.ts'
import type { GroundOf } from '#platform/server/house/ground.ts'
import type { Room } from '#platform/server/house/room.ts'
import { mountRaw } from '#platform/server/http/mount.ts'
import { sendRefusal } from '#platform/server/http/refuse.ts'
import { createAsk } from '#platform/server/http/ask-route.ts'
import { mcpRoutes } from './bound-routes.ts'
import type { McpPorts } from './ports.ts'
import { createSessions, createLaunchTurns } from './sessions.ts'

/** The parts of the ground that this room stands on. */
export type McpGround = GroundOf<'address' | 'audit' | 'version', 'mcp'>

const longestName = 200

/** Serves the tools; each refused call is a row of the audit. */
export function openMcpRoom({ address, audit, config, version }: McpGround, { auth }: McpPorts): Room {
  const ask = createAsk({ url: address.url, token: auth.toolToken })
  const turns = createLaunchTurns()
  const ended = new AbortController()
  const refused = (who: string, tool: string, refusal: Refusal) =>
    audit.record({
      kind: 'mcp.refused',
      actor: { kind: 'agent', name: who },
      subject: { type: 'tool', id: tool, label: tool },
      text: `${tool} was refused: ${refusal.reason}`,
    })
  return {
    mount(api) {
      mountRaw(api, mcpRoutes.callTools, async ({ body, request }, reply) => {
        const { who, caller } = callerOf(request)
        if (request.principal?.kind !== 'mcp') {
          await refused(who, 'mcp', otherToken)
          return void sendRefusal(reply, otherToken)
        }
        const { exchange } = await import('./serve.ts')
        const gone = new AbortController()
        reply.raw.on('close', () => gone.abort())
        const answer = await exchange({
          call: {
            ask,
            who,
            caller,
            limits: config.mcp,
            sessions: createSessions(ask, who, turns),
            signal: AbortSignal.any([gone.signal, ended.signal]),
          },
          version,
          onRefused: (tool, refusal) => refused(who, tool, refusal),
          headers: plainHeaders(request),
          body,
        })
        void reply.code(answer.status)
        if (answer.type !== null) void reply.header('content-type', answer.type)
        void reply.send(answer.text)
      })
    },
    stop: async () => ended.abort(),
    [Symbol.asyncDispose]: async () => ended.abort(),
  }
}

const otherToken: Refusal = {
  error: 'mcp_token_needed',
  reason: 'The tools take the token of agents and no other.',
  hint: 'Let an agent use them by: orrery mcp install. The token stands in mcp-token of the home.',
}

/** The client says in which session it runs; else its program's name will do. Both are remarks. */
function callerOf({ headers }: FastifyRequest): { readonly who: string; readonly caller: string | null } {
  const session = headers[agentHeader]
  if (typeof session === 'string' && session !== '') return { who: session.slice(0, longestName), caller: session }
  const program = headers['user-agent']?.split(/[/ ]/, 1)[0] ?? ''
  return { who: (program === '' ? 'MCP client' : program).slice(0, longestName), caller: null }
}

function plainHeaders({ headers }: FastifyRequest): Record<string, string> {
  const kept = ['accept', 'content-type', 'mcp-protocol-version']
  return Object.fromEntries(
    kept.flatMap((name) => (typeof headers[name] === 'string' ? [[name, headers[name]] as const] : [])),
  )
}
