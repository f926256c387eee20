// `orrery mcp`: what an agent program says on stdin goes to the service, and its answers come back on stdout.
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { JSONRPCMessageSchema, type JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { agentHeader, errorBodySchema } from '#platform/contract.ts'
import { readMcpToken } from '#platform/server/auth/mcp-token.ts'
import type { Cli } from '#platform/server/cli/cli.ts'
import { CliError } from '#platform/server/cli/cli-error.ts'
import { variable } from '#platform/server/config/environment.ts'
import { callTools } from '../../api.ts'

/** Resolves when the agent program goes. Without a service each question is refused in words, and the next one tries anew. */
export async function bridge(cli: Cli): Promise<void> {
  const agent = new StdioServerTransport()
  const gone = Promise.withResolvers<void>()
  process.stdin.once('end', () => gone.resolve())
  const asks = new Set<Promise<void>>()
  const onmessage = (message: JSONRPCMessage): void => {
    const ask = carry(cli, message, agent).finally(() => asks.delete(ask))
    asks.add(ask)
  }
  Object.assign(agent, { onmessage })
  await agent.start()
  await gone.promise
  // What was asked before stdin ended is answered.
  await Promise.all(asks)
  await agent.close()
}

/** JSON-RPC leaves -32000 and below to servers. */
const serverError = -32_000

/** Never rejects for what the service does: that is told to the agent. */
async function carry(cli: Cli, message: JSONRPCMessage, agent: StdioServerTransport): Promise<void> {
  try {
    const answer = await post(cli, message)
    if (answer !== null) await agent.send(answer)
  } catch (error) {
    if (!('method' in message && 'id' in message)) return
    const hints = error instanceof CliError ? error.hints : []
    const reason = error instanceof Error ? error.message : String(error)
    const told = ['Orrery refuses or does not answer:', reason, ...hints].join(' ')
    await agent.send({ jsonrpc: '2.0', id: message.id, error: { code: serverError, message: told } })
  }
}

/** The service's answer; null for a message that has none. */
function post(cli: Cli, message: JSONRPCMessage): Promise<JSONRPCMessage | null> {
  const target = new URL(callTools.path, cli.api.service().url)
  const body = JSON.stringify(message)
  return new Promise((resolve, reject) => {
    // Without a time limit of its own: a tool may wait, and the agent program has a limit.
    const asked = request(
      target,
      { method: callTools.method, headers: headersOf(cli, body), agent: false },
      (incoming) => {
        text(incoming)
          .then((answer) => resolve(read(incoming.statusCode ?? 0, answer)), reject)
          .catch(reject)
      },
    )
    asked.on('error', reject)
    asked.end(body)
  })
}

function read(status: number, answer: string): JSONRPCMessage | null {
  if (answer === '') return null
  const value: unknown = JSON.parse(answer)
  if (status < 300) return JSONRPCMessageSchema.parse(value)
  const body = errorBodySchema.safeParse(value)
  // The protocol's own errors are answers, too.
  if (!body.success) return JSONRPCMessageSchema.parse(value)
  throw new CliError('refused', body.data.reason, { hints: body.data.hint === undefined ? [] : [body.data.hint] })
}

function headersOf({ home, process: { environment } }: Cli, body: string): Record<string, string> {
  const session = variable(environment, 'SERVICE_SESSION_TMUX')
  return {
    authorization: `Bearer ${readMcpToken(home) ?? ''}`,
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    'user-agent': 'orrery-mcp',
    ...(session === null || !/^[\x20-\x7E]+$/.test(session) ? {} : { [agentHeader]: session }),
  }
}
