// Webhooks of the real service, from its first moment on.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { makeHome, type TestHome } from '../../support/home.ts'
import { startService, type Service } from '../../support/service.ts'

const secret = 'a-secret-of-the-inbox'
let place: TestHome
let service: Service

/** A strand whose module is read only once the test puts a file beside it. */
const slowModule = `import { existsSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
while (!existsSync(new URL('./go', import.meta.url))) await setTimeout(20)
export default { id: 'inbox', triggerType: 'webhook', steps: [{ id: 'a', run: ({ input }) => input }] }
`

before(async () => {
  place = await makeHome()
  mkdirSync(join(place.home, 'workflows'), { recursive: true })
  writeFileSync(join(place.home, 'workflows/inbox.ts'), slowModule)
  writeFileSync(join(place.home, 'config.json'), JSON.stringify({ webhooks: { inbox: { secret } } }))
  service = await startService(place)
})
after(async () => {
  await service[Symbol.asyncDispose]()
  await place[Symbol.asyncDispose]()
})

const sign = (body: string): string => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

type Sent = { readonly to?: string; readonly signature?: string }

async function deliver(delivery: string, body: string, { to = 'inbox', signature = sign(body) }: Sent = {}) {
  const response = await fetch(`${service.url}/api/flow/webhooks/${to}`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'x-signature-256': signature, 'x-delivery-id': delivery },
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

test('a signed delivery right after the start waits for the strands and starts its run', async () => {
  assert.equal((await deliver('d-0', '{}', { to: 'nobody' })).status, 404)
  assert.equal((await deliver('d-0', '{}', { signature: sign('other') })).status, 401)
  const early = deliver('d-1', '{"n":1}')
  writeFileSync(join(place.home, 'workflows/go'), '')
  assert.deepEqual(await early, { status: 202, body: { ok: true, run_id: 'inbox:d-1' } })
})

test('a captured delivery is taken once, also by the service that starts anew', async () => {
  assert.equal((await deliver('d-2', '{"n":2}')).status, 202)
  assert.equal((await deliver('d-3', '{"n":2}')).status, 409)
  await service.kill()
  service = await startService(place)
  assert.equal((await deliver('d-4', '{"n":2}')).status, 409)
  assert.equal((await deliver('d-2', '{"n":2}')).status, 202)
})

test('JSON that nests 200,000 deep is refused in words, by a webhook and by every other route', async () => {
  const deep = '['.repeat(200_000) + ']'.repeat(200_000)
  const answer = await deliver('deep', deep)
  assert.deepEqual([answer.status, answer.body.error], [400, 'invalid_request'])
  const { token } = service
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const routes = ['/api/flow/strands/inbox/run', '/api/tasks', '/api/hooks/ingest', '/api/plugins/none/x']
  for (const route of routes) {
    const body = `{"input":${deep}}`
    const response = await fetch(`${service.url}${route}`, { method: 'POST', headers, body })
    const text = await response.text()
    assert.equal(response.status, 400, `${route}: ${text.slice(0, 300)}`)
    assert.match(text, /nests deeper than 200 levels/)
  }
})
