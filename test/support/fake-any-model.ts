// A model server for agents of other makers: chat completions, responses and Gemini's own API. Words in the prompt steer it.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json as readJson } from 'node:stream/consumers'

/**
 * `TOOL:<command>` asks for one call of the agent's shell, `ASK:<command>` for one that needs a person's yes where the agent
 * has such a word for it, each `THEN:<command>` behind them for one more. `FAIL` is an error of the model, `SLOW` waits for
 * `answer()`; anything else is one sentence.
 */
export interface AnyModel extends AsyncDisposable {
  /** Without a path. */
  readonly url: string
  /** How many SLOW answers wait for a prompt with this word. */
  readonly waiting: (word: string) => number
  /** Lets go those whose prompt has this word. */
  readonly answer: (word: string) => void
}

const plain = 'All is well.'
const afterTool = 'The tool has run.'

type Body = Readonly<Record<string, unknown>>
type Turn = { readonly prompt: string; readonly ran: number; readonly tools: readonly Tool[] }
type Tool = { readonly name: string; readonly fields: readonly string[] }

export async function startAnyModel(): Promise<AnyModel> {
  const held = new Map<() => void, string>()
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = (await readJson(request).catch(() => ({}))) as Body
    const url = request.url ?? ''
    if (request.method !== 'POST' || url.includes('countTokens'))
      return send(response, 200, { object: 'list', data: [{ id: 'fake-model', object: 'model' }], totalTokens: 10 })
    const turn = url.includes('enerateContent') ? geminiTurn(body) : openaiTurn(body)
    if (turn.prompt.includes('FAIL'))
      return send(response, 400, { error: { code: 400, message: 'as the prompt asked', status: 'INVALID_ARGUMENT' } })
    if (turn.prompt.includes('SLOW') && turn.tools.length > 0 && turn.ran === 0)
      await new Promise<void>((resolve) => held.set(resolve, turn.prompt))
    if (url.includes('enerateContent')) return answerGemini(response, turn, { body, isStream: url.includes('stream') })
    if (url.includes('/responses')) return answerResponses(response, turn)
    answerChat(response, turn, body.stream === true)
  }
  const server = createServer((request, response) => void handle(request, response).catch(() => response.destroy()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const of = (word: string) => [...held].filter(([, prompt]) => prompt.includes(word))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    waiting: (word) => of(word).length,
    answer(word) {
      for (const [resolve] of of(word)) {
        held.delete(resolve)
        resolve()
      }
    },
    async [Symbol.asyncDispose]() {
      for (const resolve of held.keys()) resolve()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

type Called = { readonly name: string; readonly input: Readonly<Record<string, unknown>> }

function callOf({ prompt, ran, tools }: Turn): Called | null {
  const [, word, command] = [...prompt.matchAll(/(TOOL|ASK|THEN):([^\n"]+)/g)][ran] ?? []
  const tool = tools.find(({ name }) => /^(exec|exec_command|shell|shell_command|bash|run_shell_command)$/.test(name))
  if (word === undefined || tool === undefined || (ran > 0 && word !== 'THEN')) return null
  const has = (field: string): boolean => tool.fields.includes(field)
  const asks = word === 'ASK' && has('sandbox_permissions')
  return {
    name: tool.name,
    input: {
      [has('cmd') ? 'cmd' : 'command']: command?.trim(),
      ...(has('description') ? { description: 'what the test asked for' } : {}),
      ...(asks ? { sandbox_permissions: 'require_escalated', justification: 'the test asks' } : {}),
    },
  }
}

const textOf = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : Array.isArray(content)
      ? content.map((part: unknown) => String(Object(part).text ?? '')).join('\n')
      : ''

/** What came since the model last had its say; agents add remarks of their own as the user. */
function openaiTurn(body: Body): Turn {
  const messages = (body.messages ?? body.input ?? []) as Body[]
  const isFinal = (one: Body): boolean =>
    one.role === 'assistant' && !Array.isArray(one.tool_calls) && textOf(one.content) !== ''
  const turn = messages.slice(messages.findLastIndex(isFinal) + 1)
  return {
    prompt: turn.flatMap((one) => (one.role === 'user' ? textOf(one.content) : [])).join('\n'),
    ran: turn.filter(({ role, type }) => role === 'tool' || String(type).endsWith('call_output')).length,
    tools: ((body.tools ?? []) as Body[]).map((tool) => toolOf(Object(tool.function ?? tool) as Body)),
  }
}

function toolOf({ name, parameters, parametersJsonSchema }: Body): Tool {
  const schema = Object(parameters ?? parametersJsonSchema) as { properties?: object }
  return { name: String(name), fields: Object.keys(schema.properties ?? {}) }
}

function geminiTurn(body: Body): Turn {
  const contents = (body.contents ?? []) as { role: string; parts?: Body[] }[]
  const isFinal = ({ role, parts = [] }: { role: string; parts?: Body[] }): boolean =>
    role === 'model' && textOf(parts) !== '' && !parts.some((part) => part.functionCall !== undefined)
  const turn = contents.slice(contents.findLastIndex(isFinal) + 1)
  const tools = ((body.tools ?? []) as { functionDeclarations?: Body[] }[]).flatMap(
    (one) => one.functionDeclarations ?? [],
  )
  return {
    prompt: turn.flatMap(({ role, parts }) => (role === 'user' ? textOf(parts) : [])).join('\n'),
    ran: turn.filter(({ parts = [] }) => parts.some((part) => part.functionResponse !== undefined)).length,
    tools: tools.map(toolOf),
  }
}

function answerGemini(
  response: ServerResponse,
  turn: Turn,
  { body, isStream }: { body: Body; isStream: boolean },
): void {
  const call = callOf(turn)
  const isRouting = JSON.stringify(body.generationConfig ?? {}).includes('application/json')
  const text = isRouting ? '{"reasoning":"x","model_choice":"flash","next_speaker":"user"}' : answerOf(turn)
  const parts = call === null ? [{ text }] : [{ functionCall: { name: call.name, args: call.input } }]
  const answer = {
    candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP', index: 0 }],
    usageMetadata: {
      promptTokenCount: 11,
      cachedContentTokenCount: 4,
      candidatesTokenCount: 5,
      thoughtsTokenCount: 2,
      totalTokenCount: 18,
    },
  }
  if (!isStream) return send(response, 200, answer)
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.end(`data: ${JSON.stringify(answer)}\n\n`)
}

const answerOf = ({ ran }: Turn): string => (ran > 0 ? afterTool : plain)
const id = (): string => crypto.randomUUID().replaceAll('-', '')

function answerResponses(response: ServerResponse, turn: Turn): void {
  const call = callOf(turn)
  const content = [{ type: 'output_text', text: answerOf(turn), annotations: [] }]
  const item =
    call === null
      ? { type: 'message', id: id(), role: 'assistant', status: 'completed', content }
      : {
          type: 'function_call',
          id: id(),
          call_id: id(),
          name: call.name,
          arguments: JSON.stringify(call.input),
          status: 'completed',
        }
  const usage = {
    input_tokens: 11,
    input_tokens_details: { cached_tokens: 4 },
    output_tokens: 7,
    output_tokens_details: { reasoning_tokens: 2 },
    total_tokens: 18,
  }
  const whole = { id: id(), object: 'response', status: 'completed', model: 'fake-model', output: [item], usage }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const tell = (type: string, more: object): void =>
    void response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`)
  tell('response.created', { response: { ...whole, status: 'in_progress', output: [] } })
  tell('response.output_item.added', { output_index: 0, item })
  tell('response.output_item.done', { output_index: 0, item })
  tell('response.completed', { response: whole })
  response.end()
}

function answerChat(response: ServerResponse, turn: Turn, isStream: boolean): void {
  const call = callOf(turn)
  const calls = call && [
    { index: 0, id: id(), type: 'function', function: { name: call.name, arguments: JSON.stringify(call.input) } },
  ]
  const said =
    calls === null
      ? { role: 'assistant', content: answerOf(turn) }
      : { role: 'assistant', content: null, tool_calls: calls }
  const finish = calls === null ? 'stop' : 'tool_calls'
  const usage = {
    prompt_tokens: 11,
    prompt_tokens_details: { cached_tokens: 4 },
    completion_tokens: 7,
    completion_tokens_details: { reasoning_tokens: 2 },
    total_tokens: 18,
  }
  const head = { id: id(), created: 1, model: 'fake-model' }
  if (!isStream)
    return send(response, 200, {
      ...head,
      object: 'chat.completion',
      choices: [{ index: 0, message: said, finish_reason: finish }],
      usage,
    })
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const part = (choices: unknown[], more: object = {}): void =>
    void response.write(`data: ${JSON.stringify({ ...head, object: 'chat.completion.chunk', choices, ...more })}\n\n`)
  part([{ index: 0, delta: said, finish_reason: null }])
  part([{ index: 0, delta: {}, finish_reason: finish }])
  part([], { usage })
  response.end('data: [DONE]\n\n')
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}
