// The client of the model server: what it sends, whom it asks, and what it makes of answers.
import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { test } from 'node:test'
import { createChatModel, type ChatModelOptions } from './chat-model.ts'

type Seen = { readonly route: string; readonly headers: IncomingMessage['headers']; readonly body: unknown }
type Reply = (response: ServerResponse, seen: Seen) => void

const request = {
  messages: [{ role: 'user', content: 'How much?' }],
  schema: { name: 'sums', schema: { type: 'object' } },
  maxTokens: 321,
} as const

const send =
  (body: unknown, status = 200): Reply =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  }
const completion = (more: object = {}): Reply =>
  send({ model: 'loaded', choices: [{ message: { content: 'four' }, finish_reason: 'stop' }], ...more })

/** Answers by path. */
async function withServer(
  replies: Readonly<Record<string, Reply>>,
  act: (model: (more?: Partial<ChatModelOptions>) => ReturnType<typeof createChatModel>, seen: Seen[]) => Promise<void>,
): Promise<void> {
  const seen: Seen[] = []
  const server = createServer((incoming, response) => {
    const route = `${incoming.method} ${incoming.url}`
    void (async () => {
      const body = await json(incoming).catch(() => null)
      const one = { route, headers: incoming.headers, body }
      seen.push(one)
      replies[route]?.(response, one)
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  try {
    await act((more) => createChatModel({ url, name: 'small', contextTokens: 4096, timeoutSeconds: 20, ...more }), seen)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

const chat = 'POST /v1/chat/completions'
const list = 'GET /v1/models'

test('the question goes to the configured model with its schema, and carries no credentials', () =>
  withServer({ [chat]: completion({ usage: { prompt_tokens: 7, completion_tokens: 2 } }) }, async (model, seen) => {
    const answer = await model().chat(request)
    assert.deepEqual(answer, {
      ok: true,
      value: { text: 'four', model: 'loaded', promptTokens: 7, completionTokens: 2 },
    })
    assert.equal(seen.length, 1)
    assert.deepEqual(seen[0]?.body, {
      model: 'small',
      messages: request.messages,
      stream: false,
      temperature: 0,
      max_tokens: 321,
      response_format: { type: 'json_schema', json_schema: { name: 'sums', schema: { type: 'object' }, strict: true } },
    })
    assert.equal(seen[0]?.headers.authorization, undefined)
    assert.equal(seen[0]?.headers.cookie, undefined)
  }))

test('without a configured model the first that the server lists is asked', () =>
  withServer(
    { [list]: send({ data: [{ id: 'first' }, { id: 'second' }] }), [chat]: completion() },
    async (model, seen) => {
      const answer = await model({ name: null }).chat(request)
      assert.equal(answer.ok && answer.value.promptTokens, null)
      assert.deepEqual([seen.map(({ route }) => route), Object(seen[1]?.body).model], [[list, chat], 'first'])
    },
  ))

test('a server without a model says what to load', () =>
  withServer({ [list]: send({ data: [] }) }, async (model) => {
    const answer = await model({ name: null }).chat(request)
    assert.deepEqual(!answer.ok && answer.error.code, 'model_missing')
    assert.match((!answer.ok && answer.error.hint) || '', /model\.name/)
  }))

const said: readonly (readonly [unknown, RegExp])[] = [
  [{ error: { message: 'out of memory' } }, /answered 500: out of memory$/],
  [{ error: 'busy' }, /answered 500: busy$/],
  [{ message: 'not now' }, /answered 500: not now$/],
  [{ error: { message: '\u001B[31mred\nline' } }, /answered 500: {2}\[31mred line$/],
]

for (const [body, reason] of said) {
  test(`the words of a server are shown: ${JSON.stringify(body)}`, () =>
    withServer({ [chat]: send(body, 500) }, async (model) => {
      const answer = await model().chat(request)
      assert.match((!answer.ok && answer.error.reason) || '', reason)
    }))
}

const hints: readonly (readonly [number, string, RegExp])[] = [
  [404, 'model "x" not found', /model\.name/],
  [400, 'the prompt exceeds the context', /model\.contextTokens/],
  [302, '', /Redirects are not followed/],
  [500, 'broken', /orrery doctor/],
]

for (const [status, message, hint] of hints) {
  test(`an answer of ${status} comes with what to do`, () =>
    withServer({ [chat]: send({ error: { message } }, status) }, async (model) => {
      const answer = await model().chat(request)
      assert.match((!answer.ok && answer.error.hint) || '', hint)
    }))
}

test('a request that is given up ends at once', () =>
  withServer({ [chat]: () => {} }, async (model) => {
    const controller = new AbortController()
    const answer = model().chat({ ...request, signal: controller.signal })
    controller.abort()
    assert.deepEqual(await answer, {
      ok: false,
      error: { code: 'cancelled', reason: 'The request was cancelled.', hint: null },
    })
  }))
