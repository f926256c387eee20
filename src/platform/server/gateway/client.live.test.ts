import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import type { Log } from '../log/log.ts'
import type { GatewayState } from './client.ts'
import { startFakeGateway, testClient } from './gateway.testkit.ts'

/** Collects states and lets a test wait for one. */
function stateLog() {
  const states: GatewayState[] = []
  let wake = (): void => {}
  return {
    states,
    onState: (state: GatewayState): void => {
      states.push(state)
      wake()
    },
    async reached(fits: (state: GatewayState) => boolean, from = 0): Promise<GatewayState> {
      for (;;) {
        const found = states.slice(from).find(fits)
        if (found !== undefined) return found
        await new Promise<void>((resolve) => (wake = resolve))
      }
    },
  }
}

const isConnected = (state: GatewayState): boolean => state.kind === 'connected'
const isWaiting = (state: GatewayState): boolean => state.kind === 'waiting'
const problemOf = (state: GatewayState) => (state.kind === 'waiting' ? state.problem : null)

test('it greets as a backend client of protocol 4, with its token, and asks by method', async () => {
  await using gateway = await startFakeGateway({
    token: 'secret',
    answer: ({ params }) => ({ payload: { got: params } }),
  })
  const log = stateLog()
  await using client = testClient(gateway.url, log)
  client.start()
  const state = await log.reached(isConnected)
  assert.equal(state.kind === 'connected' && state.version, '2026.9.6')
  assert.deepEqual(gateway.connects[0]?.client, {
    id: 'gateway-client',
    version: '0.0.0',
    platform: process.platform,
    mode: 'backend',
  })
  assert.deepEqual([gateway.connects[0]?.minProtocol, gateway.connects[0]?.maxProtocol], [4, 4])
  assert.deepEqual(gateway.connects[0]?.auth, { token: 'secret' })
  assert.deepEqual(await client.request('cron.list', { limit: 3 }), { ok: true, value: { got: { limit: 3 } } })
  assert.equal(client.tokenSource(), 'config')
})

test('answers reach whoever asked, in whatever order they come', async () => {
  const later = Promise.withResolvers<void>()
  await using gateway = await startFakeGateway({
    async answer({ method }) {
      if (method === 'slow') await later.promise
      else later.resolve()
      return { payload: method }
    },
  })
  const log = stateLog()
  await using client = testClient(gateway.url, log)
  client.start()
  await log.reached(isConnected)
  const answers = await Promise.all([client.request('slow', {}), client.request('quick', {})])
  assert.deepEqual(answers, [
    { ok: true, value: 'slow' },
    { ok: true, value: 'quick' },
  ])
})

const errors = [
  [{ code: 'INVALID_REQUEST', message: 'x', details: { code: 'CRON_JOB_NOT_FOUND', jobId: 'n' } }, 'unknown_job'],
  [{ code: 'INVALID_REQUEST', message: 'unknown method: cron.bogus' }, 'refused'],
  [{ code: 'NOT_PAIRED', message: 'device identity required' }, 'not_paired'],
  [{ code: 'INVALID_REQUEST', message: 'unauthorized: x', details: 'text' }, 'unauthorized'],
  [undefined, 'refused'],
] as const

test('an error of the gateway is a refusal with its words', async () => {
  let next: unknown = null
  await using gateway = await startFakeGateway({ answer: () => ({ error: next }) })
  const log = stateLog()
  await using client = testClient(gateway.url, log)
  client.start()
  await log.reached(isConnected)
  for (const [error, code] of errors) {
    next = error
    const answer = await client.request('cron.update', {})
    assert.equal(!answer.ok && answer.error.code, code)
  }
})

test('a request has a time limit, and a late answer to it is dropped', async () => {
  await using gateway = await startFakeGateway({ answer: () => 'silence' })
  const log = stateLog()
  await using client = testClient(gateway.url, log)
  client.start()
  await log.reached(isConnected)
  const answer = await client.request('cron.list', {}, 20)
  assert.equal(!answer.ok && answer.error.code, 'timed_out')
  gateway.sendRaw('{"type":"res","id":"2","ok":true,"payload":1}')
  assert.equal(client.state().kind, 'connected')
})

test('frames that are none, and events that nobody knows, do no harm; known ones come in order', async () => {
  const seen: string[] = []
  await using gateway = await startFakeGateway({ answer: () => ({ payload: null }) })
  const log = stateLog()
  await using client = testClient(gateway.url, { ...log, onEvent: ({ event }) => void seen.push(event) })
  client.start()
  await log.reached(isConnected)
  for (const text of ['', '{', 'null', '[]', '{"type":"res"}', '{"type":"event"}', '{"type":"x","id":1}'])
    gateway.sendRaw(text)
  gateway.emit('agent', {})
  gateway.emit('never.heard', null)
  gateway.emit('cron', 'x')
  await client.request('any', {})
  assert.deepEqual(seen, ['agent', 'never.heard', 'cron'])
})

test('a wrong token and a missing one are said in words, told once, and tried again slowly', async () => {
  await using gateway = await startFakeGateway({ token: 'other' })
  for (const [token, code] of [
    ['secret', 'unauthorized'],
    [null, 'not_paired'],
  ] as const) {
    const log = stateLog()
    await using client = testClient(gateway.url, { ...log, findToken: async () => ({ token, source: 'none' }) })
    client.start()
    const state = await log.reached(isWaiting)
    assert.equal(problemOf(state)?.code, code)
    assert.ok(state.kind === 'waiting' && state.nextTryMs - state.sinceMs >= 30_000)
    assert.doesNotMatch(JSON.stringify(state), /secret/)
    const refused = await client.request('cron.list', {})
    assert.equal(!refused.ok && refused.error.code, code)
  }
})

test('a program of another user that has the port is not shown the token, and is refused in words', async () => {
  await using gateway = await startFakeGateway({ token: 'secret' })
  const stranger = await within((onState) =>
    testClient(gateway.url, { onState, owners: { look: async () => 'another' } }),
  )
  assert.equal(stranger?.code, 'stranger')
  assert.match(stranger?.reason ?? '', /another user of this machine/)
  assert.deepEqual(gateway.connects, [])
  for (const owner of ['ours', 'untold', 'gone'] as const) {
    const { promise, resolve } = Promise.withResolvers<void>()
    const onState = (state: GatewayState): void => void (isConnected(state) && resolve())
    await using client = testClient(gateway.url, { onState, owners: { look: async () => owner } })
    client.start()
    await promise
  }
})

/** The problem for which a client waits after its first try. */
async function within(open: (onState: (state: GatewayState) => void) => ReturnType<typeof testClient>) {
  const { promise, resolve } = Promise.withResolvers<GatewayState>()
  await using client = open((state) => void (isWaiting(state) && resolve(state)))
  client.start()
  return problemOf(await promise)
}

test('a gateway that stops says so, requests under way end, and it is found again when it is back', async () => {
  const first = await startFakeGateway({ answer: () => 'silence' })
  const log = stateLog()
  await using client = testClient(first.url, log)
  client.start()
  await log.reached(isConnected)
  const open = client.request('cron.list', {})
  first.emit('shutdown', { reason: 'gateway stopping' })
  first.drop(1012, 'service restart')
  const answer = await open
  assert.match(answer.ok ? '' : answer.error.reason, /is stopping: gateway stopping/)
  const seen = log.states.length
  await first[Symbol.asyncDispose]()
  await using second = await startFakeGateway({ port: first.port })
  await log.reached(isConnected, seen)
  assert.equal(second.clients(), 1)
})

const closes = [
  [1012, 'unreachable'],
  [1008, 'unauthorized'],
  [1002, 'protocol'],
  [1001, 'unreachable'],
] as const
for (const [closeCode, code] of closes) {
  test(`a connection closed with ${closeCode} counts as ${code}`, async () => {
    await using gateway = await startFakeGateway()
    const log = stateLog()
    await using client = testClient(gateway.url, log)
    client.start()
    await log.reached(isConnected)
    gateway.drop(closeCode)
    assert.equal(problemOf(await log.reached(isWaiting))?.code, code)
  })
}

test('a gateway that falls silent is left after a few ticks', async () => {
  await using gateway = await startFakeGateway({ tickIntervalMs: 20 })
  const log = stateLog()
  await using client = testClient(gateway.url, log)
  client.start()
  const state = await log.reached(isWaiting)
  assert.equal(problemOf(state)?.code, 'timed_out')
})

test('what does not greet, speaks HTTP, or is not there, is told apart', async () => {
  await using mute = await startFakeGateway({ mute: true })
  const http = createServer((_request, response) => response.end('hello'))
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as AddressInfo
  const rows = [
    [mute.url, 'protocol', /does not greet/],
    [`ws://127.0.0.1:${port}`, 'protocol', /is no gateway/],
    ['ws://127.0.0.1:9', 'unreachable', /nothing listens there/],
  ] as const
  for (const [url, code, words] of rows) {
    const log = stateLog()
    await using client = testClient(url, { ...log, limits: { openMs: 300, requestMs: 300, tickMs: 1000 } })
    client.start()
    const problem = problemOf(await log.reached(isWaiting))
    assert.equal(problem?.code, code)
    assert.match(problem?.reason ?? '', words)
  }
  http.closeAllConnections()
  http.close()
})

test('how long there is none is counted from the loss, not from the last try', async () => {
  const log = stateLog()
  await using client = testClient('ws://127.0.0.1:9', log)
  client.start()
  const first = await log.reached(isWaiting)
  const second = await log.reached(isWaiting, log.states.length)
  assert.ok(first.kind === 'waiting' && second.kind === 'waiting')
  assert.equal(second.sinceMs, first.sinceMs)
  assert.ok(second.nextTryMs > first.nextTryMs)
})

test('without a gateway the log has one line, however often it is tried', async () => {
  const lines: string[] = []
  const write = (_fields: object | string, message?: string): void => void lines.push(message ?? '')
  const log: Log = { debug: write, info: write, warn: write, error: write }
  const states = stateLog()
  await using client = testClient('ws://127.0.0.1:9', { ...states, log })
  client.start()
  const from = states.states.length
  await states.reached(isWaiting, from)
  await states.reached(({ kind }) => kind === 'connecting', states.states.length)
  await states.reached(isWaiting, states.states.length)
  assert.deepEqual(lines, ['no gateway now; it is looked for quietly'])
})

test('disposing ends it wherever it is: connecting, connected or waiting', async () => {
  await using mute = await startFakeGateway({ mute: true })
  await using gateway = await startFakeGateway()
  for (const [url, fits] of [
    [mute.url, ({ kind }: GatewayState) => kind === 'connecting'],
    [gateway.url, isConnected],
    ['ws://127.0.0.1:9', isWaiting],
  ] as const) {
    const log = stateLog()
    const client = testClient(url, log)
    client.start()
    await log.reached(fits)
    await client[Symbol.asyncDispose]()
    assert.equal(client.state().kind, 'off')
  }
  await wait(0)
})

test('another place is dialed at once, with the token of that place alone', async () => {
  await using first = await startFakeGateway({ token: 'of the first', answer: () => ({ payload: {} }) })
  await using second = await startFakeGateway({ token: 'of the second', answer: () => ({ payload: {} }) })
  const log = stateLog()
  const placeOf = (url: string, token: string) => ({
    url,
    findToken: async () => ({ token, source: 'config' as const }),
  })
  let place = placeOf(first.url, 'of the first')
  await using client = testClient(first.url, { ...log, place: () => place })
  client.start()
  await log.reached(isConnected)
  place = placeOf(second.url, 'of the second')
  const from = log.states.length
  client.reconnect()
  await log.reached(isConnected, from)
  place = placeOf('ws://127.0.0.1:1', 'none')
  client.reconnect()
  await log.reached(isWaiting)
  place = placeOf(first.url, 'of the first')
  const waited = log.states.length
  client.reconnect()
  await log.reached(isConnected, waited)
})
