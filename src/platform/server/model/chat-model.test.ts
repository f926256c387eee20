// The client of the model server: what it sends, whom it asks, and what it makes of answers.
import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { test } from 'node:test'
import { createChatModel, type AnswerForm, type ChatModelOptions } from './chat-model.ts'

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
    await act(
      (more) => createChatModel(() => ({ url, name: 'small', contextTokens: 4096, timeoutSeconds: 20, ...more })),
      seen,
    )
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
      value: { text: 'four', isCut: false, form: 'json_schema', model: 'loaded', promptTokens: 7, completionTokens: 2 },
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
  [503, 'Loading model', /still loading/],
]

for (const [status, message, hint] of hints) {
  test(`an answer of ${status} comes with what to do`, () =>
    withServer({ [chat]: send({ error: { message } }, status) }, async (model) => {
      const answer = await model().chat(request)
      assert.match((!answer.ok && answer.error.hint) || '', hint)
    }))
}

/** What real servers say of a prompt that is too long, as they sent it, and what only sounds alike. */
const refusals: readonly (readonly [number, string, string])[] = [
  [
    400,
    'request (9302 tokens) exceeds the available context size (4096 tokens), try increasing it',
    'model_context_full',
  ],
  [
    400,
    "This model's maximum context length is 4096 tokens. However, you requested 4600 tokens (4088 in the messages, 512 in the completion).",
    'model_context_full',
  ],
  [400, "'max_tokens' or 'max_completion_tokens' is too large: 4000.", 'model_context_full'],
  [
    400,
    'Trying to keep the first 5000 tokens when context the overflows. The context length is only 4096',
    'model_context_full',
  ],
  [500, 'input length exceeds the context length', 'model_context_full'],
  [400, 'messages: a system prompt is needed', 'model_error'],
  [429, 'Rate limit exceeds the quota', 'model_error'],
]

for (const [status, message, code] of refusals) {
  test(`"${message}" is ${code}`, () =>
    withServer({ [chat]: send({ error: { message } }, status) }, async (model) => {
      const answer = await model().chat(request)
      assert.equal(!answer.ok && answer.error.code, code)
    }))
}

/** Refusals of a form, as servers word them; each form is tried once. */
const formless: readonly (readonly [string, readonly (readonly [unknown, number])[], AnswerForm])[] = [
  [
    'knows JSON objects alone',
    [[{ error: { message: "response_format.type must be 'text' or 'json_object'" } }, 400]],
    'json_object',
  ],
  [
    'knows no response_format',
    [
      [{ detail: [{ loc: ['body', 'response_format'], msg: 'Extra inputs are not permitted' }] }, 422],
      [{ detail: [{ loc: ['body', 'response_format'], msg: 'Extra inputs are not permitted' }] }, 422],
    ],
    'text',
  ],
  [
    'can make no grammar of the schema',
    [[{ error: { message: 'Failed to initialize samplers: failed to parse grammar' } }, 400]],
    'json_object',
  ],
]

for (const [name, refused, form] of formless) {
  test(`a server that ${name} is asked in the next form, and the answer says in which`, () => {
    const left = [...refused]
    const reply: Reply = (response, seen) => {
      const [body, status] = left.shift() ?? [null, 200]
      if (body === null) completion()(response, seen)
      else send(body, status)(response, seen)
    }
    return withServer({ [chat]: reply }, async (model, seen) => {
      const answer = await model().chat(request)
      assert.equal(answer.ok && answer.value.form, form)
      assert.equal(seen.length, refused.length + 1)
      await model().chat({ ...request, form })
      assert.deepEqual(Object(seen.at(-1)?.body).response_format, Object(seen.at(-2)?.body).response_format)
    })
  })
}

/** Messages and counts of servers that keep to the format loosely. */
const answers: readonly (readonly [string, object, object])[] = [
  ['without usage', { usage: undefined }, { promptTokens: null, completionTokens: null }],
  ['with half a usage', { usage: { prompt_tokens: 7 } }, { promptTokens: 7, completionTokens: null }],
  ['with a usage of texts', { usage: { prompt_tokens: 'x' } }, { promptTokens: null }],
  [
    'in parts',
    {
      choices: [
        {
          message: {
            content: [
              { type: 'text', text: 'fo' },
              { type: 'text', text: 'ur' },
            ],
          },
        },
      ],
    },
    { text: 'four' },
  ],
  ['cut', { choices: [{ message: { content: 'fo' }, finish_reason: 'length' }] }, { text: 'fo', isCut: true }],
  [
    'cut before it began',
    { choices: [{ message: { content: null }, finish_reason: 'length' }] },
    { text: '', isCut: true },
  ],
]

for (const [name, more, expected] of answers) {
  test(`an answer ${name} is read`, () =>
    withServer({ [chat]: completion(more) }, async (model) => {
      const answer = await model().chat(request)
      assert.ok(answer.ok)
      assert.deepEqual({ ...answer.value, ...expected }, answer.value)
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
