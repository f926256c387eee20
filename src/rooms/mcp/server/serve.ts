// Speaks the Model Context Protocol by its official library; loaded with the first agent that asks.
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { CallToolRequestSchema, ListToolsRequestSchema, type CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import type { Refusal } from '#platform/contract.ts'
import { otherTools } from './other-tools.ts'
import { sessionTools } from './session-tools.ts'
import type { Tool, ToolCall } from './tool.ts'

const tools: readonly Tool[] = [...sessionTools, ...otherTools]

export type Exchange = {
  readonly call: ToolCall
  readonly version: string
  /** Told of every call that was refused. */
  readonly onRefused: (tool: string, refusal: Refusal) => Promise<void>
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

export type McpAnswer = { readonly status: number; readonly type: string | null; readonly text: string }

/** One request by streamable HTTP, without a session: nothing is kept between two, so nothing is lost by a restart. */
export async function exchange({ headers, body, ...around }: Exchange): Promise<McpAnswer> {
  const server = serverOf(around)
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  try {
    await server.connect(transport)
    const request = new Request('http://localhost/mcp', { method: 'POST', headers })
    const response = await transport.handleRequest(request, { parsedBody: body })
    return { status: response.status, type: response.headers.get('content-type'), text: await response.text() }
  } finally {
    await server.close()
  }
}

function serverOf({ call, version, onRefused }: Omit<Exchange, 'headers' | 'body'>): Server {
  const server = new Server({ name: 'orrery', version }, { capabilities: { tools: {} }, instructions })
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(described) }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }): Promise<CallToolResult> => {
    const asked = tools.find(({ name }) => name === params.name)
    const outcome =
      asked === undefined
        ? { ok: false as const, error: unknownTool(params.name) }
        : await asked.run(params.arguments, call)
    if (outcome.ok) return { content: [{ type: 'text', text: JSON.stringify(outcome.value) }] }
    await onRefused(params.name, outcome.error)
    return { isError: true, content: [{ type: 'text', text: sentenceOf(outcome.error) }] }
  })
  return server
}

const instructions =
  'Orrery keeps a board of tasks and of the agents at work on them. File tasks, launch further agents, wait for them and read what they wrote.'

function described({ name, description, schema, readsOnly }: Tool) {
  const { type: _type, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return {
    name,
    description,
    inputSchema: { ...rest, type: 'object' as const },
    annotations: { readOnlyHint: readsOnly },
  }
}

function unknownTool(name: string): Refusal {
  return {
    error: 'not_found',
    reason: `There is no tool ${name.slice(0, 100)}.`,
    hint: `The tools are: ${tools.map((one) => one.name).join(', ')}.`,
  }
}

function sentenceOf({ error, reason, hint }: Refusal): string {
  return `${error}: ${reason}${hint === undefined ? '' : ` ${hint}`}`
}
