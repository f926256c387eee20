// A chat-completions server for triage: it scores what it is asked about by a table, or does as the next script line says.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

/** What it says of one task; the rest is 3, 3, 3, 3 and later. */
export type SaidOfTask = {
  readonly impact?: number
  readonly urgency?: number
  readonly confidence?: number
  readonly effort?: number
  readonly lane?: string
  readonly reason?: string
}

export type ModelRequest = {
  /** Ids under TASKS, in their order. */
  readonly ids: readonly string[]
  readonly system: string
  /** The last user message. */
  readonly prompt: string
  /** 2 for a first question, 4 for a second try. */
  readonly messages: number
  readonly body: Readonly<Record<string, unknown>>
}

/** One answer out of turn: the text of a completion, a whole HTTP answer, silence, or anything at all. */
export type ScriptLine =
  | { readonly text: string | ((request: ModelRequest) => string) }
  | { readonly status: number; readonly body?: string; readonly headers?: Readonly<Record<string, string>> }
  | { readonly hang: true }
  | { readonly raw: (response: ServerResponse, request: ModelRequest) => void }

export interface TriageModel extends AsyncDisposable {
  /** Base address, for model.url and SERVICE_MODEL_URL. */
  readonly url: string
  readonly name: string
  /** Every request for a completion, oldest first. */
  readonly requests: readonly ModelRequest[]
  /** By task id; may change at any time. */
  readonly scores: Map<string, SaidOfTask>
  /** Words with which the server refuses a request (HTTP 400) as too long, or null where it takes it. */
  refuse: (request: ModelRequest) => string | null
  /** Of more tasks than this its answer is cut in the middle. */
  mostAnswered: number
  /** The next answers, instead of those from `scores`. */
  script(...lines: readonly ScriptLine[]): void
  /** From now on every completion waits until the function that this answers is called. */
  hold(): () => void
  /** How many completions wait. */
  waiting(): number
}

const name = 'fake-triage'

export async function startTriageModel(): Promise<TriageModel> {
  const requests: ModelRequest[] = []
  const scores = new Map<string, SaidOfTask>()
  const lines: ScriptLine[] = []
  let gate: { readonly opened: Promise<void>; readonly open: () => void } | null = null
  let held = 0

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    if (incoming.url === '/v1/models') return sendJson(response, 200, { data: [{ id: name }] })
    if (incoming.url !== '/v1/chat/completions') return sendJson(response, 404, { error: { message: 'no such page' } })
    const request = readRequest((await json(incoming)) as Record<string, unknown>)
    requests.push(request)
    const line = lines.shift()
    if (gate !== null) {
      held += 1
      await gate.opened
      held -= 1
    }
    const refusal = model.refuse(request)
    if (refusal !== null) return sendJson(response, 400, { error: { message: refusal } })
    if (request.ids.length > model.mostAnswered) {
      const content = answerFrom(request.ids.slice(0, model.mostAnswered), scores).slice(0, -2)
      return sendJson(response, 200, { choices: [{ message: { content }, finish_reason: 'length' }] })
    }
    play(response, request, line ?? { text: answerFrom(request.ids, scores) })
  }

  const server = createServer((incoming, response) => {
    handle(incoming, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const model: TriageModel = {
    refuse: () => null,
    mostAnswered: Number.POSITIVE_INFINITY,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    name,
    requests,
    scores,
    script: (...more) => void lines.push(...more),
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>()
      const own = { opened: promise, open: resolve }
      gate = own
      return () => {
        resolve()
        if (gate === own) gate = null
      }
    },
    waiting: () => held,
    async [Symbol.asyncDispose]() {
      gate?.open()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return model
}

/** What a well-behaved model answers about these ids. */
export function answerFrom(ids: readonly string[], scores: ReadonlyMap<string, SaidOfTask>): string {
  const plain = { impact: 3, urgency: 3, confidence: 3, effort: 3, lane: 'later', reason: 'as the table says' }
  return JSON.stringify({ scores: Object.fromEntries(ids.map((id) => [id, { ...plain, ...scores.get(id) }])) })
}

function play(response: ServerResponse, request: ModelRequest, line: ScriptLine): void {
  if ('hang' in line) return
  if ('raw' in line) return line.raw(response, request)
  if ('status' in line) {
    response.writeHead(line.status, { 'content-type': 'application/json', ...line.headers })
    response.end(line.body ?? '')
    return
  }
  const content = typeof line.text === 'function' ? line.text(request) : line.text
  const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }]
  const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 }
  sendJson(response, 200, { id: 'c', object: 'chat.completion', created: 1, model: name, choices, usage })
}

function readRequest(body: Record<string, unknown>): ModelRequest {
  const messages = body.messages as readonly { readonly role: string; readonly content: string }[]
  const data = messages.find(({ role }) => role === 'user')?.content ?? ''
  const tasks = data.slice(data.lastIndexOf('\nTASKS\n') + '\nTASKS\n'.length)
  return {
    ids: tasks
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => String(Object(JSON.parse(line)).id)),
    system: messages[0]?.content ?? '',
    prompt: messages.findLast(({ role }) => role === 'user')?.content ?? '',
    messages: messages.length,
    body,
  }
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}
