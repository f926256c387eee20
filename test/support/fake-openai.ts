// A model server for agents that speak chat completions; words in the prompt steer it.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface FakeChatModel extends AsyncDisposable {
  /** Base address, with `/v1`. */
  readonly url: string
  /** Lets go of the answers that `SLOW` holds back. */
  readonly answer: () => void
  /** How many answers are held back. */
  readonly waiting: () => number
}

export const chatAnswer = 'Hello from the model.'
export const chatAnswerAfterTool = 'Answered after the tool.'

/** `TOOL:<command>` asks for one call of the agent's exec tool, `FAIL` is an error of the model, `SLOW` waits for `answer()`. */
export async function startFakeChatModel(): Promise<FakeChatModel> {
  let held: (() => void)[] = []
  const server = createServer((request, response) => void serve(request, response))

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request)
    const { messages = [], stream = false } = read(body)
    const { prompt, afterTool } = lastTurn(messages)
    if (prompt.includes('FAIL'))
      return json(response, 400, { error: { message: 'The model refuses.', type: 'invalid_request_error' } })
    if (prompt.includes('SLOW')) await new Promise<void>((resolve) => held.push(resolve))
    const command = /TOOL:(?<command>[^\n]+)/.exec(prompt)?.groups?.command?.trim()
    const calls = command !== undefined && !afterTool ? [toolCall(command)] : undefined
    const content = calls === undefined ? (afterTool ? chatAnswerAfterTool : chatAnswer) : null
    const choice = { role: 'assistant', content, ...(calls === undefined ? {} : { tool_calls: calls }) }
    const finish = calls === undefined ? 'stop' : 'tool_calls'
    if (stream) sendStream(response, choice, finish)
    else
      json(response, 200, {
        ...head('chat.completion'),
        choices: [{ index: 0, message: choice, finish_reason: finish }],
        usage,
      })
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    answer() {
      for (const resolve of held) resolve()
      held = []
    },
    waiting: () => held.length,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

type Message = { readonly role: string; readonly content?: unknown; readonly tool_calls?: unknown }

/** What came since the model last had its say; agents add remarks of their own as the user. */
function lastTurn(messages: readonly Message[]): { readonly prompt: string; readonly afterTool: boolean } {
  const said = messages.findLastIndex((one) => one.role === 'assistant' && !Array.isArray(one.tool_calls))
  const turn = messages.slice(said + 1)
  const prompt = turn.flatMap((one) => (one.role === 'user' ? textOf(one.content) : [])).join('\n')
  return { prompt, afterTool: turn.some(({ role }) => role === 'tool') }
}

function textOf(content: unknown): string[] {
  if (typeof content === 'string') return [content]
  return Array.isArray(content) ? content.map((part: unknown) => String(Object(part).text ?? '')) : []
}

function read(body: string): { messages?: Message[]; stream?: boolean } {
  try {
    return JSON.parse(body) as { messages?: Message[]; stream?: boolean }
  } catch {
    // GET /models and the like.
    return {}
  }
}

const usage = { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 }
const head = (object: string) => ({ id: 'chat-1', object, created: 1, model: 'fake-model' })

function toolCall(command: string) {
  return {
    index: 0,
    id: 'call_1',
    type: 'function',
    function: { name: 'exec', arguments: JSON.stringify({ command }) },
  }
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function sendStream(response: ServerResponse, delta: object, finish: string): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const send = (choices: unknown[], more: object = {}): void => {
    response.write(`data: ${JSON.stringify({ ...head('chat.completion.chunk'), choices, ...more })}\n\n`)
  }
  send([{ index: 0, delta, finish_reason: null }])
  send([{ index: 0, delta: {}, finish_reason: finish }])
  send([], { usage })
  response.end('data: [DONE]\n\n')
}
