import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, test } from 'node:test'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { err, ok } from '#base/result.ts'
import { dayMs } from '#base/time.ts'
import type { Refusal } from '#platform/contract.ts'
import { openDatabase } from '#platform/server/db/open-database.ts'
import { startTestServer, type TestServer } from '#platform/server/http/testing/test-server.ts'
import type { Trigger } from './engine/trigger.ts'
import { createDeliveries } from './store/deliveries.ts'
import { mountWebhooks } from './webhook.ts'

const secret = 'a-secret-for-tests'
const strands: Readonly<Record<string, { triggerType: 'webhook' | 'manual'; enabled: boolean }>> = {
  pay: { triggerType: 'webhook', enabled: true },
  off: { triggerType: 'webhook', enabled: false },
  'no-secret': { triggerType: 'webhook', enabled: true },
  manual: { triggerType: 'manual', enabled: true },
}
const triggers: Trigger[] = []
/** What refuses every run, while a test wants that. */
let refusal: Refusal | null = null
const starts = Promise.withResolvers<void>()
const home = mkdtempSync(join(tmpdir(), 'orrery-webhooks-'))
const database = openDatabase({ path: join(home, 'service.db'), sync: 'normal' })
let nowMs = Date.parse('2026-11-20T08:00:00.000Z')
let server: TestServer

before(async () => {
  server = await startTestServer({
    config: { publicUrl: 'https://orrery.example' },
    mount: ({ api }) =>
      mountWebhooks(api, {
        secrets: () => ({ pay: { secret }, off: { secret }, manual: { secret }, gone: { secret } }),
        started: starts.promise,
        patienceMs: 50,
        deliveries: createDeliveries(database, { now: () => nowMs }),
        findStrand: (id) => strands[id] ?? null,
        trigger: (trigger) => {
          if (refusal !== null) return Promise.resolve(err(refusal))
          const isNew = !triggers.some(({ runId }) => runId === trigger.runId)
          triggers.push(trigger)
          return Promise.resolve(ok({ runId: trigger.runId ?? '', isNew }))
        },
      }),
  })
})
after(async () => {
  await server.stop()
  await database[Symbol.asyncDispose]()
  await rm(home, { recursive: true })
})

const sign = (body: string | Buffer, key: string = secret): string =>
  `sha256=${createHmac('sha256', key).update(body).digest('hex')}`

type Sent = { readonly body?: string | Buffer; readonly headers?: Readonly<Record<string, string>> }

async function send(id: string, { body = '{"amount":7}', headers = {} }: Sent = {}) {
  const response = await fetch(`${server.url}/api/flow/webhooks/${id}`, {
    method: 'POST',
    body: typeof body === 'string' ? body : new Uint8Array(body),
    headers: {
      'content-type': 'application/json',
      'x-signature-256': sign(body),
      'x-delivery-id': 'd-1',
      ...headers,
    },
  })
  const answer = (await response.json()) as Record<string, unknown>
  return { status: response.status, body: answer, retryAfter: response.headers.get('retry-after') }
}

test('while strands are loaded the secret decides first, and a signed delivery is to come again', async () => {
  assert.equal((await send('no-secret')).status, 404)
  assert.equal((await send('pay', { headers: { 'x-signature-256': sign('other') } })).status, 401)
  const { status, body, retryAfter } = await send('pay')
  assert.deepEqual([status, body.error, retryAfter], [503, 'starting', '5'])
  assert.deepEqual(triggers, [])
})

test('a delivery that came while strands are loaded starts its run once they are', async () => {
  const sent = send('pay', { body: '{"early":true}', headers: { 'x-delivery-id': 'early' } })
  starts.resolve()
  assert.equal((await sent).status, 202)
  assert.equal(triggers.pop()?.runId, 'pay:early')
})

test('a signed delivery starts a run with its body as the input, once', async () => {
  const first = await send('pay')
  assert.deepEqual(first, { status: 202, body: { ok: true, run_id: 'pay:d-1' }, retryAfter: null })
  assert.deepEqual(await send('pay'), first)
  assert.deepEqual(triggers[0], {
    strandId: 'pay',
    runId: 'pay:d-1',
    trigger: 'webhook',
    by: 'd-1',
    input: { amount: 7 },
    slot: null,
  })
  assert.equal(triggers[1]?.runId, 'pay:d-1')
})

test('an empty body is signed, too, and gives no input', async () => {
  const sent = await send('pay', { body: '', headers: { 'x-delivery-id': 'empty' } })
  assert.equal(sent.status, 202)
  assert.equal(triggers.at(-1)?.input, null)
})

test('a foreign Origin and Host change nothing, since the signature alone counts', async () => {
  assert.equal((await send('pay', { headers: { origin: 'https://elsewhere.example' } })).status, 202)
})

test('a captured delivery under another id starts nothing within 24 hours', async () => {
  const body = '{"captured":true}'
  const replay = (id: string, more: Sent = {}) => send('pay', { body, headers: { 'x-delivery-id': id }, ...more })
  assert.equal((await replay('first')).status, 202)
  const before = triggers.length
  const again = await replay('second')
  assert.deepEqual([again.status, again.body.error], [409, 'conflict'])
  assert.equal(triggers.length, before)
  assert.equal((await replay('first')).status, 202)
  assert.equal((await replay('other', { body: '{"captured":false}' })).status, 202)
  nowMs += dayMs + 1
  assert.equal((await replay('third')).status, 202)
})

test('two at once with one body and two ids start one run', async () => {
  const at = ['x', 'y'].map((id) => send('pay', { body: '{"race":1}', headers: { 'x-delivery-id': `race-${id}` } }))
  const statuses = (await Promise.all(at)).map(({ status }) => status)
  assert.deepEqual(
    statuses.toSorted((a, b) => a - b),
    [202, 409],
  )
})

test('a delivery whose run is refused may come again, under any id', async () => {
  const sent = (id: string) => send('pay', { body: '{"refused":1}', headers: { 'x-delivery-id': id } })
  refusal = { error: 'too_many', reason: 'Too many wait.' }
  assert.equal((await sent('no')).status, 429)
  refusal = null
  assert.equal((await sent('yes')).status, 202)
})

const refused: readonly { name: string; id: string; sent: Sent; status: number; error: string }[] = [
  {
    name: 'no signature',
    id: 'pay',
    sent: { headers: { 'x-signature-256': '' } },
    status: 401,
    error: 'bad_signature',
  },
  {
    name: 'a wrong secret',
    id: 'pay',
    sent: { headers: { 'x-signature-256': sign('{"amount":7}', 'other') } },
    status: 401,
    error: 'bad_signature',
  },
  {
    name: 'another body',
    id: 'pay',
    sent: { headers: { 'x-signature-256': sign('{"amount":8}') } },
    status: 401,
    error: 'bad_signature',
  },
  {
    name: 'half a signature',
    id: 'pay',
    sent: { headers: { 'x-signature-256': sign('{"amount":7}').slice(0, 40) } },
    status: 401,
    error: 'bad_signature',
  },
  {
    name: 'no delivery id',
    id: 'pay',
    sent: { headers: { 'x-delivery-id': '' } },
    status: 400,
    error: 'invalid_request',
  },
  {
    name: 'a delivery id with a path',
    id: 'pay',
    sent: { headers: { 'x-delivery-id': '../x' } },
    status: 400,
    error: 'invalid_request',
  },
  {
    name: 'JSON that nests 200,000 deep',
    id: 'pay',
    sent: { body: '['.repeat(200_000) + ']'.repeat(200_000) },
    status: 400,
    error: 'invalid_request',
  },
  { name: 'broken JSON', id: 'pay', sent: { body: '{"a":' }, status: 400, error: 'invalid_request' },
  {
    name: 'another type',
    id: 'pay',
    sent: { headers: { 'content-type': 'text/plain' } },
    status: 415,
    error: 'unsupported_media_type',
  },
  {
    name: 'a compressed body',
    id: 'pay',
    sent: { headers: { 'content-encoding': 'gzip' } },
    status: 415,
    error: 'unsupported_media_type',
  },
  {
    name: 'more than 1 MiB',
    id: 'pay',
    sent: { body: `"${'x'.repeat(1024 * 1024)}"` },
    status: 413,
    error: 'too_large',
  },
  { name: 'a strand without a secret', id: 'no-secret', sent: {}, status: 404, error: 'not_found' },
  { name: 'a strand that no webhook starts', id: 'manual', sent: {}, status: 404, error: 'not_found' },
  { name: 'a strand that is gone', id: 'gone', sent: {}, status: 404, error: 'not_found' },
  { name: 'a name that every object has', id: 'constructor', sent: {}, status: 404, error: 'not_found' },
  { name: 'a disabled strand', id: 'off', sent: {}, status: 409, error: 'conflict' },
]

for (const { name, id, sent, status, error } of refused) {
  test(`refused: ${name}`, async () => {
    const before = triggers.length
    const answer = await send(id, sent)
    assert.deepEqual({ status: answer.status, error: answer.body.error }, { status, error })
    assert.equal(triggers.length, before)
  })
}
