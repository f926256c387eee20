// A model server with the streaming responses API, for Codex; words in the prompt steer it.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

export interface FakeResponsesModel extends AsyncDisposable {
  /** Base address, with `/v1`. */
  readonly url: string
  /** What the agent's tools answered, oldest first: their output, or why they did not run. */
  readonly results: readonly string[]
}

type Item = { readonly type?: string; readonly role?: string; readonly content?: unknown; readonly output?: unknown }

/** `ASK:<command>` in the prompt calls the shell once, and wants a person's yes for it. */
export async function startFakeResponsesModel(): Promise<FakeResponsesModel> {
  const results: string[] = []
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = (await json(request).catch(() => ({}))) as { readonly input?: readonly Item[] }
    const turn = sinceLastAnswer(body.input ?? [])
    const outputs = turn.filter(({ type }) => type === 'function_call_output')
    results.push(...outputs.map(({ output }) => JSON.stringify(output)))
    const prompt = turn.flatMap((item) => (item.role === 'user' ? textsOf(item.content) : [])).join('\n')
    const command = /ASK:(?<command>[^\n]+)/.exec(prompt)?.groups?.command?.trim()
    stream(response, command === undefined || outputs.length > 0 ? answer : callOf(command))
  }
  const server = createServer((request, response) => void serve(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    results,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function sinceLastAnswer(items: readonly Item[]): readonly Item[] {
  return items.slice(items.findLastIndex(({ type, role }) => type === 'message' && role === 'assistant') + 1)
}

function textsOf(content: unknown): string[] {
  if (typeof content === 'string') return [content]
  return Array.isArray(content) ? content.map((part: unknown) => String(Object(part).text ?? '')) : []
}

const answer = {
  type: 'message',
  id: 'm_1',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text: 'The turn is over.', annotations: [] }],
}

let calls = 0

function callOf(command: string): object {
  calls += 1
  return {
    type: 'function_call',
    id: `fc_${calls}`,
    call_id: `call_${calls}`,
    name: 'exec_command',
    arguments: JSON.stringify({
      cmd: command,
      sandbox_permissions: 'require_escalated',
      justification: 'May it be made?',
    }),
    status: 'completed',
  }
}

const usage = {
  input_tokens: 11,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 7,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 18,
}

function stream(response: ServerResponse, item: object): void {
  response.setHeader('content-type', 'text/event-stream')
  const whole = { id: 'resp_1', object: 'response', status: 'completed', model: 'fake-model', output: [item], usage }
  const events: readonly (readonly [string, object])[] = [
    ['response.created', { response: { ...whole, status: 'in_progress', output: [] } }],
    ['response.output_item.added', { output_index: 0, item: { ...item, status: 'in_progress' } }],
    ['response.output_item.done', { output_index: 0, item }],
    ['response.completed', { response: whole }],
  ]
  for (const [at, [type, fields]] of events.entries())
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: at, ...fields })}\n\n`)
  response.end()
}
