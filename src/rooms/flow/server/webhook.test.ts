import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, test } from 'node:test'
import { ok } from '#base/result.ts'
import { startTestServer, type TestServer } from '#platform/server/http/testing/test-server.ts'
import type { Trigger } from './ports.ts'
import { mountWebhooks } from './webhook.ts'

const secret = 'a-secret-for-tests'
const strands: Readonly<Record<string, { triggerType: 'webhook' | 'manual'; enabled: boolean }>> = {
  pay: { triggerType: 'webhook', enabled: true },
  off: { triggerType: 'webhook', enabled: false },
  'no-secret': { triggerType: 'webhook', enabled: true },
  manual: { triggerType: 'manual', enabled: true },
}
const triggers: Trigger[] = []
let server: TestServer

before(async () => {
  server = await startTestServer({
    config: { publicUrl: 'https://orrery.example' },
    mount: ({ api }) =>
      mountWebhooks(api, {
        secrets: { pay: { secret }, off: { secret }, manual: { secret }, gone: { secret } },
        findStrand: (id) => strands[id] ?? null,
        trigger: (trigger) => {
          const isNew = !triggers.some(({ runId }) => runId === trigger.runId)
          triggers.push(trigger)
          return Promise.resolve(ok({ runId: trigger.runId ?? '', isNew }))
        },
      }),
  })
})
after(() => server.stop())

const sign = (body: string | Buffer, key: string = secret): string =>
  `sha256=${createHmac('sha256', key).update(body).digest('hex')}`

type Sent = { readonly body?: string | Buffer; readonly headers?: Readonly<Record<string, string>> }

async function send(id: string, { body = '{"amount":7}', headers = {} }: Sent = {}) {
  const response = await fetch(`${server.url}/api/flow/webhooks/${id}`, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'x-signature-256': sign(body),
      'x-delivery-id': 'd-1',
      ...headers,
    },
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

test('a signed delivery starts a run with its body as the input, once', async () => {
  const first = await send('pay')
  assert.deepEqual(first, { status: 202, body: { ok: true, run_id: 'pay:d-1' } })
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
