// A model server with Anthropic's streaming messages API, steered by words in the prompt, so that agents run without a network.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

/**
 * What the last turn's text asks for: `TOOL:<command>` one Bash call before the answer, `BACKGROUND:<command>` one that runs on
 * behind it, `WRITE:<path>` a file, `BOTH:<command>` it and the same with `-2` behind it in one go,
 * `CALL:<tool> <JSON>` lines one call each, of any tool, `FAIL` an error of the model, and
 * `SLOW` an answer that waits until the test lets it go. Anything else is answered with one sentence.
 *
 * In the JSON of a CALL `<task.id>` stands for that member of what a call before it answered; after CALLs the answer is what
 * the last of them answered.
 */
export interface FakeModel extends AsyncDisposable {
  readonly url: string
  /** The last user text of every request of an agent, oldest first. */
  readonly asked: readonly string[]
  /** What tools of agents answered, oldest first: their output, or why they did not run. */
  readonly results: readonly string[]
  /** How many SLOW answers wait. */
  readonly waiting: () => number
  /** Lets all answers go that wait. */
  readonly answer: () => void
  /** The same for those whose prompt has a word, of several agents at once. */
  readonly waitingFor: (word: string) => number
  readonly answerTo: (word: string) => void
}

export const plainAnswer = 'All is well.'
export const answerAfterTool = 'The tool has run.'

export async function startFakeModel(): Promise<FakeModel> {
  const asked: string[] = []
  const results: string[] = []
  const held = new Map<() => void, string>()
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const question = readQuestion(await json(request).catch(() => ({})))
    if (request.url?.startsWith('/v1/messages') !== true) return refuse(response, 404, 'not_found_error')
    if (request.url.includes('count_tokens')) return sendJson(response, 200, { input_tokens: 10 })
    // Requests without tools are the program's own, as for a title.
    if (question.hasTools) {
      asked.push(question.text)
      results.push(...question.results)
    }
    if (question.text.includes('FAIL')) return refuse(response, 400, 'invalid_request_error')
    if (question.hasTools && !question.hasToolResult && question.text.includes('SLOW'))
      await new Promise<void>((resolve) => held.set(resolve, question.text))
    if (question.isStreamed) stream(response, question)
    else sendJson(response, 200, { ...envelopeOf(question), content: blocksFor(question), ...stopOf(question) })
  }
  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const answer = () => {
    for (const go of held.keys()) go()
    held.clear()
  }
  const of = (word: string) => [...held].filter(([, text]) => text.includes(word))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    results,
    waiting: () => held.size,
    answer,
    waitingFor: (word) => of(word).length,
    answerTo(word) {
      for (const [go] of of(word)) {
        held.delete(go)
        go()
      }
    },
    async [Symbol.asyncDispose]() {
      answer()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

type Block = { readonly type: string; readonly text?: string; readonly content?: string | readonly Block[] }
type Message = { readonly role: string; readonly content: string | readonly Block[] }
type Question = {
  readonly model: string
  readonly text: string
  readonly hasTools: boolean
  readonly hasToolResult: boolean
  readonly results: readonly string[]
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
    results: blocks.flatMap((block) => (block.type === 'tool_result' ? [resultText(block)] : [])),
    hasToolResult: blocks.some(({ type }) => type === 'tool_result'),
    isStreamed,
  }
}

function resultText({ content = '' }: Block): string {
  return typeof content === 'string' ? content : content.map(({ text = '' }) => text).join('\n')
}

/** An answer that ended a turn: words and no tool. */
function isFinal(message: Message): boolean {
  const types = blocksOf(message).map(({ type }) => type)
  return message.role === 'assistant' && types.includes('text') && !types.includes('tool_use')
}

function blocksOf({ content }: Message): readonly Block[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content
}

type Tool = { readonly name: string; readonly input: object }

function toolsOf({ text, hasTools, hasToolResult, results }: Question): readonly Tool[] {
  const [, called, input] = (hasTools ? callsIn(text)[results.length] : null) ?? []
  if (called !== undefined && input !== undefined) return [{ name: called, input: filled(input, results) }]
  const asked = hasTools && !hasToolResult ? /(TOOL|BACKGROUND|WRITE|BOTH):(.*)/.exec(text) : null
  if (asked === null) return []
  const given = (asked[2] ?? '').trim()
  if (asked[1] === 'WRITE') return [{ name: 'Write', input: { file_path: given, content: 'written' } }]
  const commands = asked[1] === 'BOTH' ? [given, `${given}-2`] : [given]
  return commands.map((command) => {
    const input = { command, run_in_background: asked[1] === 'BACKGROUND', description: 'what the test asked for' }
    return { name: 'Bash', input }
  })
}

const callsIn = (text: string) => [...text.matchAll(/^CALL:(\S+) (\{.*\})$/gm)]

function filled(input: string, results: readonly string[]): object {
  const known = results.flatMap((result) => (result.startsWith('{') ? [JSON.parse(result) as unknown] : []))
  const member = (path: string): string => {
    const found = known
      .map((value) => path.split('.').reduce((at, key) => Object(at)[key] as unknown, value))
      .find((at) => typeof at === 'string')
    return typeof found === 'string' ? found : ''
  }
  return JSON.parse(input.replaceAll(/<([a-z_.]+)>/g, (_whole, path: string) => member(path))) as object
}

function envelopeOf({ model }: Question) {
  const usage = { input_tokens: 11, output_tokens: 7, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 }
  return { id: `msg_${crypto.randomUUID()}`, type: 'message', role: 'assistant', model, usage }
}

function blocksFor(question: Question) {
  const tools = toolsOf(question)
  if (tools.length === 0) return [{ type: 'text', text: answerOf(question) }]
  return tools.map((tool) => ({ type: 'tool_use', id: `toolu_${crypto.randomUUID().replaceAll('-', '')}`, ...tool }))
}

function answerOf({ text, hasToolResult, results }: Question): string {
  if (callsIn(text).length > 0) return results.at(-1) ?? plainAnswer
  return hasToolResult ? answerAfterTool : plainAnswer
}

function stopOf(question: Question) {
  return { stop_reason: toolsOf(question).length === 0 ? 'end_turn' : 'tool_use', stop_sequence: null }
}

function stream(response: ServerResponse, question: Question): void {
  response.setHeader('content-type', 'text/event-stream')
  const send = (type: string, data: object) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`)
  send('message_start', { message: { ...envelopeOf(question), content: [], stop_reason: null, stop_sequence: null } })
  for (const [index, block] of blocksFor(question).entries()) {
    const empty = 'text' in block ? { ...block, text: '' } : { ...block, input: {} }
    const delta =
      'text' in block
        ? { type: 'text_delta', text: block.text }
        : { type: 'input_json_delta', partial_json: JSON.stringify(block.input) }
    send('content_block_start', { index, content_block: empty })
    send('content_block_delta', { index, delta })
    send('content_block_stop', { index })
  }
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
