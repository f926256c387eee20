// The demo's local model: a chat-completions server on a free port that answers triage at once.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { modelAnswer } from '../../core/model-answer.ts'

export const modelName = 'scripted-demo-model'

export interface ScriptedModel extends AsyncDisposable {
  readonly url: string
}

export async function startModel(): Promise<ScriptedModel> {
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}/v1`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

const askedSchema = z.object({ messages: z.array(z.object({ role: z.string(), content: z.string() })) })

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.url === '/v1/models') return send(response, { data: [{ id: modelName }] })
  const { messages } = askedSchema.parse(JSON.parse(await text(request)))
  const content = modelAnswer(messages.findLast(({ role }) => role === 'user')?.content ?? '')
  const usage = { prompt_tokens: 900, completion_tokens: 240, total_tokens: 1140 }
  const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }]
  send(response, { id: 'demo', object: 'chat.completion', created: 1, model: modelName, choices, usage })
}

function send(response: ServerResponse, body: object): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}
