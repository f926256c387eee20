// What a person reads after 'Test': of a server that works, of one that is not there, and of a gateway with another token.
import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { startFakeGateway } from '#platform/server/gateway/gateway.testkit.ts'
import { testSettings } from './test-settings.ts'

const places = { userHome: '/nowhere', environment: {} }
const settings = (model: string, gateway = 'ws://127.0.0.1:9', token: string | null = null) => ({
  model: { url: model, name: null, contextTokens: 4096, timeoutSeconds: 20 },
  gateway: { url: gateway, token, showForeignAgents: false },
})

async function serving(listener: RequestListener) {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** A server of two models that answers what it is asked, with what else it tells by path. */
const modelServer = (more: Readonly<Record<string, unknown>> = {}) => {
  const message = { content: '{"works":true}' }
  const completion = { model: 'small', choices: [{ message, finish_reason: 'stop' }] }
  const answers = {
    '/v1/models': { data: [{ id: 'small' }, { id: 'big' }] },
    '/v1/chat/completions': completion,
    ...more,
  }
  return serving(({ url = '' }, response) => {
    const answer = Object.entries(answers).find(([path]) => path === url)?.[1]
    if (answer === undefined) response.statusCode = 404
    response.end(typeof answer === 'string' ? answer : JSON.stringify(answer ?? null))
  })
}

test('a model server that works: its models, and whether it takes a schema', async () => {
  await using server = await modelServer()
  const told = await testSettings('model', settings(server.url), places)
  assert.deepEqual([told.works, told.models, told.server], [true, ['small', 'big'], null])
  assert.match(told.steps[0]?.says ?? '', / lists 2 models\.$/)
  assert.match(told.steps[1]?.says ?? '', /^small answers, and keeps to a JSON schema\.$/)
})

const known: readonly (readonly [Readonly<Record<string, unknown>>, string | null])[] = [
  [{ '/api/version': { version: '0.5.11' } }, 'Ollama 0.5.11'],
  [{ '/props': { build_info: 'b4567-0123abc', default_generation_settings: {} } }, 'llama.cpp b4567-0123abc'],
  [{ '/version': { version: '0.7.2' } }, 'vLLM 0.7.2'],
  [{ '/version': '<html>of another program</html>', '/props': [], '/api/version': { version: 7 } }, null],
  [{ '/version': { version: 'x'.repeat(300) } }, `vLLM ${'x'.repeat(60)}`],
]
for (const [more, words] of known) {
  test(`a server that tells ${Object.keys(more).join(', ')} is ${words ?? 'none that is known'}`, async () => {
    await using server = await modelServer(more)
    const told = await testSettings('model', settings(server.url), places)
    assert.deepEqual([told.works, told.server], [true, words])
  })
}

test('a model server of one model, and one that lists none, say so', async () => {
  await using one = await modelServer({ '/v1/models': { data: [{ id: 'small' }] } })
  assert.match((await testSettings('model', settings(one.url), places)).steps[0]?.says ?? '', / lists 1 model\.$/)
  await using none = await modelServer({ '/v1/models': { data: [] } })
  const told = await testSettings('model', settings(none.url), places)
  assert.match(told.steps[0]?.says ?? '', / answers, and lists no model\.$/)
})

test('a step tells how long it took, which is no longer than the whole', async () => {
  await using server = await modelServer()
  const began = performance.now()
  const { steps } = await testSettings('model', settings(server.url), places)
  const took = steps.reduce((sum, step) => sum + step.took_ms, 0)
  assert.ok(took <= performance.now() - began + steps.length, `${took} ms`)
})

const chat = '/v1/chat/completions'
const says = (content: string, finish = 'stop') => ({ choices: [{ message: { content }, finish_reason: finish }] })

/** What a person reads of servers that are none, or not as triage needs them: the last step, and what to do. */
const odd: readonly (readonly [string, Readonly<Record<string, unknown>>, RegExp, RegExp])[] = [
  ['a page', { '/v1/models': '<html>nginx</html>' }, /no list of models: it is not JSON/, /model\.url/],
  ['nothing', { '/v1/models': '' }, /no list of models: it is not JSON/, /model\.url/],
  [
    'another API',
    { '/v1/models': { ok: true, result: true } },
    /no list of models: it has no field "data"/,
    /model\.url/,
  ],
  ['no model yet', { '/v1/models': { data: null } }, /lists no model\.$/, /ollama pull/],
  [
    'talk',
    { [chat]: says('Hello from fake\u001b[31m model.') },
    /^small answers, but not in JSON: “Hello from/,
    /JSON/,
  ],
  ['an empty text', { [chat]: says(' ') }, /^small answers with an empty text\.$/, /JSON/],
]
for (const [what, more, last, hint] of odd) {
  test(`a server that answers ${what} is told in words`, async () => {
    await using server = await modelServer(more)
    const told = await testSettings('model', settings(server.url), places)
    const step = told.steps.at(-1)
    assert.equal(told.works, false)
    assert.match(step?.says ?? '', last)
    assert.doesNotMatch(step?.says ?? '', /\p{Cc}/u)
    assert.match(step?.hint ?? '', hint)
  })
}

test('JSON of another form works, and so does an answer that was cut: both are said', async () => {
  await using loose = await modelServer({ [chat]: says('Sure: {"it":"works"}') })
  const told = await testSettings('model', settings(loose.url), places)
  assert.equal(told.works, true)
  assert.match(told.steps[1]?.says ?? '', /^small answers in JSON, and keeps to no schema/)
  await using long = await modelServer({ [chat]: says('<think>well', 'length') })
  const cut = await testSettings('model', settings(long.url), places)
  assert.match(cut.steps[1]?.says ?? '', /its answer was cut\.$/)
})

test('a model that the list does not have is said, and one of a server without a list is asked all the same', async () => {
  await using server = await modelServer({ '/v1/models': { data: [{ id: 'small' }, { id: 'small' }, {}] } })
  const { model } = settings(server.url)
  const told = await testSettings('model', { ...settings(server.url), model: { ...model, name: 'gone' } }, places)
  assert.match(told.steps[0]?.says ?? '', / lists 1 model; gone, set in model\.name, is not among them\.$/)
  await using quiet = await modelServer({ '/v1/models': undefined })
  const asked = { ...model, url: quiet.url, name: 'small' }
  const answered = await testSettings('model', { ...settings(quiet.url), model: asked }, places)
  assert.deepEqual([answered.works, answered.models], [true, []])
  assert.match(answered.steps[0]?.says ?? '', /lists no models: small, set in model\.name, is asked\.$/)
})

for (const [status, body, hint] of [
  [401, { error: { message: 'Invalid API key' } }, /asks for a key, and Orrery sends none/],
  [503, { error: { message: 'Loading model' } }, /still loading/],
  [400, { error: { message: 'fake failure' } }, /own log has more/],
] as const) {
  test(`a server that refuses with ${status} is told with its own words`, async () => {
    await using server = await serving((_, response) => {
      response.statusCode = status
      response.end(JSON.stringify(body))
    })
    const told = await testSettings('model', settings(server.url), places)
    assert.deepEqual([told.works, told.steps.length], [false, 1])
    assert.ok(told.steps[0]?.says.endsWith(`answered ${status}: ${body.error.message}`))
    assert.match(told.steps[0]?.hint ?? '', hint)
  })
}

test('a server that hangs up is told as one that is not there', async () => {
  await using server = await serving(({ socket }) => socket.destroy())
  const told = await testSettings('model', settings(server.url), places)
  assert.match(told.steps[0]?.says ?? '', /^No model server answers at /)
})

test('a model server that is not there: one step, with what to do', async () => {
  const told = await testSettings('model', settings('http://127.0.0.1:9/v1'), places)
  assert.deepEqual([told.works, told.steps.length], [false, 1])
  assert.match(told.steps[0]?.says ?? '', /No model server answers/)
  assert.match(told.steps[0]?.hint ?? '', /Start it/)
})

test('a gateway greets, and refuses another token in words', async () => {
  await using gateway = await startFakeGateway({ token: 'right' })
  const right = await testSettings('gateway', settings('', gateway.url, 'right'), places)
  assert.equal(right.works, true, right.steps[0]?.says)
  assert.match(right.steps[0]?.says ?? '', /greets, with the token of gateway\.token/)
  const wrong = await testSettings('gateway', settings('', gateway.url, 'wrong'), places)
  assert.deepEqual([wrong.works, wrong.steps[0]?.works], [false, false])
  assert.match(wrong.steps[0]?.hint ?? '', /gateway\.token/)
})
