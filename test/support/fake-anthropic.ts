// A model server with Anthropic's streaming messages API, steered by words in the prompt, so that agents run without a network.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

/**
 * What the last turn's text asks for: `TOOL:<command>` one Bash call before the answer, `BACKGROUND:<command>` one that runs on
 * behind it, `FAIL` an error of the model, and
 * `SLOW` an answer that waits until the test lets it go. Anything else is answered with one sentence.
 */
export interface FakeModel extends AsyncDisposable {
  readonly url: string
  /** The last user text of every request of an agent, oldest first. */
  readonly asked: readonly string[]
  /** How many SLOW answers wait. */
  readonly waiting: () => number
  /** Lets all answers go that wait. */
  readonly answer: () => void
}

export const plainAnswer = 'All is well.'
export const answerAfterTool = 'The tool has run.'

export async function startFakeModel(): Promise<FakeModel> {
  const asked: string[] = []
  const held = new Set<() => void>()
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const question = readQuestion(await json(request).catch(() => ({})))
    if (request.url?.startsWith('/v1/messages') !== true) return refuse(response, 404, 'not_found_error')
    if (request.url.includes('count_tokens')) return sendJson(response, 200, { input_tokens: 10 })
    // Requests without tools are the program's own, as for a title.
    if (question.hasTools) asked.push(question.text)
    if (question.text.includes('FAIL')) return refuse(response, 400, 'invalid_request_error')
    if (question.hasTools && !question.hasToolResult && question.text.includes('SLOW'))
      await new Promise<void>((resolve) => held.add(resolve))
    if (question.isStreamed) stream(response, question)
    else sendJson(response, 200, { ...envelopeOf(question), content: [blockOf(question)], ...stopOf(question) })
  }
  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const answer = () => {
    for (const go of held) go()
    held.clear()
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    waiting: () => held.size,
    answer,
    async [Symbol.asyncDispose]() {
      answer()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

type Block = { readonly type: string; readonly text?: string }
type Message = { readonly role: string; readonly content: string | readonly Block[] }
type Question = {
  readonly model: string
  readonly text: string
  readonly hasTools: boolean
  readonly hasToolResult: boolean
  readonly isStreamed: boolean
}

function readQuestion(body: unknown): Question {
  const {
    model = '',
    messages = [],
    tools = [],
    stream: isStreamed = false,
  } = body as {
    model?: string
    messages?: readonly Message[]
    tools?: readonly unknown[]
    stream?: boolean
  }
  const turn = messages.slice(messages.findLastIndex(isFinal) + 1)
  const blocks = turn.filter(({ role }) => role === 'user').flatMap(blocksOf)
  return {
    model,
    text: blocks.flatMap(({ type, text = '' }) => (type === 'text' ? [text] : [])).join('\n'),
    hasTools: tools.length > 0,
    hasToolResult: blocks.some(({ type }) => type === 'tool_result'),
    isStreamed,
  }
}

/** An answer that ended a turn: words and no tool. */
function isFinal(message: Message): boolean {
  const types = blocksOf(message).map(({ type }) => type)
  return message.role === 'assistant' && types.includes('text') && !types.includes('tool_use')
}

function blocksOf({ content }: Message): readonly Block[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content
}

type Tool = { readonly command: string; readonly run_in_background: boolean }

function toolOf({ text, hasTools, hasToolResult }: Question): Tool | null {
  const asked = hasTools && !hasToolResult ? /(TOOL|BACKGROUND):(.*)/.exec(text) : null
  return asked === null ? null : { command: (asked[2] ?? '').trim(), run_in_background: asked[1] === 'BACKGROUND' }
}

function envelopeOf({ model }: Question) {
  const usage = { input_tokens: 11, output_tokens: 7, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 }
  return { id: `msg_${crypto.randomUUID()}`, type: 'message', role: 'assistant', model, usage }
}

function blockOf(question: Question) {
  const tool = toolOf(question)
  if (tool === null) return { type: 'text', text: question.hasToolResult ? answerAfterTool : plainAnswer }
  const input = { ...tool, description: 'what the test asked for' }
  return { type: 'tool_use', id: `toolu_${crypto.randomUUID().replaceAll('-', '')}`, name: 'Bash', input }
}

function stopOf(question: Question) {
  return { stop_reason: toolOf(question) === null ? 'end_turn' : 'tool_use', stop_sequence: null }
}

function stream(response: ServerResponse, question: Question): void {
  response.setHeader('content-type', 'text/event-stream')
  const send = (type: string, data: object) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`)
  const block = blockOf(question)
  const empty = 'text' in block ? { ...block, text: '' } : { ...block, input: {} }
  const delta =
    'text' in block
      ? { type: 'text_delta', text: block.text }
      : { type: 'input_json_delta', partial_json: JSON.stringify(block.input) }
  send('message_start', { message: { ...envelopeOf(question), content: [], stop_reason: null, stop_sequence: null } })
  send('content_block_start', { index: 0, content_block: empty })
  send('content_block_delta', { index: 0, delta })
  send('content_block_stop', { index: 0 })
  send('message_delta', { delta: stopOf(question), usage: { output_tokens: 7 } })
  send('message_stop', {})
  response.end()
}

function refuse(response: ServerResponse, status: number, type: string): void {
  sendJson(response, status, { type: 'error', error: { type, message: 'as the prompt asked' } })
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}
