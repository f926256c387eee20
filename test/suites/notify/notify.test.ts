// Notifications of the built service: a push endpoint of the test's own decrypts what comes, Slack and a webhook read along, and
// the service is killed at any moment.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Delivery } from '#rooms/notify/contract.ts'
import { startPushEndpoint } from '../../../src/testing/push-endpoint.testkit.ts'
import { root } from '../../support/entry.ts'
import { makeHome, type TestHome } from '../../support/home.ts'
import { launch, sessionOf } from '../../support/http.ts'
import { orrery, startService, type Service } from '../../support/service.ts'
import { until } from '../../support/until.ts'

let endpoint: Awaited<ReturnType<typeof startPushEndpoint>>
let place: TestHome
let service: Service

const secret = 'a-secret-of-the-test'
const startHere = () => startService(place, { env: { NODE_EXTRA_CA_CERTS: join(place.root, 'ca.pem') } })

before(async () => {
  endpoint = await startPushEndpoint()
  place = await makeHome()
  await mkdir(place.home, { recursive: true, mode: 0o700 })
  await writeFile(join(place.root, 'ca.pem'), endpoint.certificate.cert)
  const notify = {
    privateTargets: ['localhost'],
    failed: { delayS: 1 },
    webhookUrl: `${endpoint.url}/hook`,
    webhookSecret: secret,
  }
  await writeFile(join(place.home, 'config.json'), JSON.stringify({ notify }), { mode: 0o600 })
  service = await startHere()
})
after(async () => {
  await service?.[Symbol.asyncDispose]()
  await place?.[Symbol.asyncDispose]()
  await endpoint?.[Symbol.asyncDispose]()
})

const authed = (route: string, json?: object) =>
  service.call(route, { token: service.token, ...(json === undefined ? {} : { json }) })
const deliveries = async (): Promise<readonly Delivery[]> =>
  (await authed('GET /api/notifications/deliveries?limit=200')).json.deliveries as Delivery[]
const fail = async () => sessionOf(await launch(service, { agent_type: 'shell', prompt: 'exit 3' })).id
const toldOf = (id: string) => endpoint.pushes.filter(({ payload }) => payload.tag === `session:${id}`)

test('nobody without a login asks anything of them, and another login takes its browsers along', async () => {
  for (const route of ['GET /api/notifications', 'GET /api/notifications/deliveries', 'POST /api/notifications/test'])
    assert.equal((await service.call(route, route.startsWith('POST') ? { json: {} } : {})).status, 401, route)
  const { json: link } = await authed('POST /api/system/login-links', {})
  const { json: login } = await service.call('POST /api/auth/login', { json: { code: link.code } })
  const token = String(login.token)
  const made = await service.call('POST /api/notifications/subscriptions', {
    token,
    json: endpoint.subscribe('theirs'),
  })
  assert.equal(made.status, 201, made.text)
  assert.equal((await service.call('POST /api/auth/logout', { token, json: {} })).status, 200)
  await until('it is gone with the login', async () => {
    const { json } = await authed('GET /api/notifications/subscriptions')
    return (json.subscriptions as unknown[]).length === 0
  })
})

test('a session that fails is pushed, encrypted and signed, and taken back when it is seen', async () => {
  assert.equal((await authed('POST /api/notifications/subscriptions', endpoint.subscribe('phone'))).status, 201)
  const id = await fail()
  await until('it is pushed', async () => toldOf(id).length === 1)
  const [push] = toldOf(id)
  assert.match(String(push?.payload.title), /failed$/)
  assert.equal(push?.payload.text, '')
  assert.equal(push?.payload.link, `/board?session=${id}`)
  assert.equal(push?.claims?.aud, endpoint.url)
  assert.equal((await stat(join(place.home, 'push-key.json'))).mode & 0o777, 0o600)
  const hook = endpoint.posts.find(({ body }) => JSON.parse(body).tag === `session:${id}`)
  const signature = createHmac('sha256', secret)
    .update(hook?.body ?? '')
    .digest('hex')
  assert.equal(hook?.headers['x-signature-256'], `sha256=${signature}`)
  const seen = { items: [{ id: `session:${id}` }], mark: 'seen' }
  assert.equal((await authed('POST /api/inbox/marks', seen)).status, 200)
  await until('it is taken back', async () => toldOf(id).length === 2)
  assert.deepEqual([toldOf(id)[1]?.payload.event, toldOf(id)[1]?.payload.is_silent], ['over', true])
})

test('what was being sent at a kill -9 is not sent again, and says so', async () => {
  const before = endpoint.pushes.length
  endpoint.answer((path) => (path.startsWith('/push/') ? null : { status: 200 }))
  const id = await fail()
  await until('it arrived, and nobody answered', async () => endpoint.pushes.length === before + 1)
  await service.kill()
  endpoint.answer(() => ({ status: 201 }))
  service = await startHere()
  await until('it is known that nobody knows', async () =>
    (await deliveries()).some(({ message, state }) => message.tag === `session:${id}` && state === 'unknown'),
  )
  assert.equal(toldOf(id).length, 1)
  const unknown = (await deliveries()).find(({ state }) => state === 'unknown')
  const run = await orrery(place, ['notify', 'retry', unknown?.id ?? ''])
  assert.equal(run.code, 0, run.err)
  assert.match(run.out, /took it \(201\)/)
  assert.equal(toldOf(id).length, 2)
})

test('however often it is killed, no delivery arrives twice', async () => {
  endpoint.posts.length = 0
  for (let round = 0; round < 4; round += 1) {
    const [written, sent] = [(await deliveries()).length, endpoint.posts.length]
    const id = await fail()
    // At another moment of the call each time: before its delay is over, at its commit, while it is sent, after it.
    if (round > 0) {
      await until('it has failed', async () => {
        const { json } = await authed(`GET /api/hooks/sessions/${id}`)
        return (json.session as { state: string }).state === 'failed'
      })
    }
    if (round > 1) await until('it is written', async () => (await deliveries()).length > written)
    if (round > 2) await until('it is sent', async () => endpoint.posts.length > sent)
    await service.kill()
    service = await startHere()
  }
  await until('nothing is under way', async () =>
    (await deliveries()).every(({ state }) => state !== 'queued' && state !== 'sending'),
  )
  const ids = endpoint.posts.map(({ headers }) => headers['x-delivery-id'])
  assert.deepEqual(ids, [...new Set(ids)])
  const told = endpoint.posts.map(({ body }) => JSON.parse(body)).filter(({ event }) => event === 'told')
  const tags = told.map(({ tag }) => tag)
  assert.deepEqual(tags, [...new Set(tags)], 'nobody is called again after a start')
})

test('a private address that is not listed gets nothing, also by a name, and a redirect is not followed', async () => {
  const { json } = await authed('GET /api/system/settings')
  const change = (set: object, revision: unknown) => authed('PATCH /api/system/settings', { revision, set })
  const changed = await change({ 'notify.privateTargets': [] }, json.revision)
  assert.equal(changed.status, 200, changed.text)
  const before = endpoint.pushes.length + endpoint.posts.length
  for (const channel of ['push', 'webhook']) {
    const run = await orrery(place, ['notify', 'test', channel])
    assert.equal(run.code, 1, run.err)
    assert.match(run.out, /is at a private address.*notify\.privateTargets/)
  }
  assert.equal(endpoint.pushes.length + endpoint.posts.length, before)
  await change({ 'notify.privateTargets': ['localhost'] }, changed.json.revision)
  endpoint.answer(() => ({ status: 302, headers: { location: `${endpoint.url}/elsewhere` } }))
  const run = await orrery(place, ['notify', 'test', 'webhook'])
  assert.deepEqual([run.code, endpoint.posts.at(-1)?.path], [1, '/hook'])
  assert.match(run.out, /redirect \(302\), which is not followed/)
  endpoint.answer(() => ({ status: 201 }))
})

test('an address that changes takes its secret along', async () => {
  const { json } = await authed('GET /api/system/settings')
  const set = { 'notify.webhookUrl': `${endpoint.url}/other` }
  const changed = await authed('PATCH /api/system/settings', { revision: json.revision, set })
  assert.deepEqual(changed.json.cleared, ['notify.webhookSecret'])
  const run = await orrery(place, ['notify', 'test', 'webhook'])
  assert.match(run.err, /notify\.webhookSecret is not set/)
})

test('the commands of the guide do what it says', async () => {
  const text = await readFile(join(root, 'docs/guide/notifications.md'), 'utf8')
  const lines = [...text.matchAll(/```sh\n(?<block>[^`]*)```/g)].flatMap(({ groups }) =>
    (groups?.block ?? '').split('\n'),
  )
  const commands = lines.map((line) => line.replace(/ +#.*$/, '')).filter((line) => line !== '')
  assert.ok(commands.length > 12)
  for (const command of commands) {
    const [, ...args] = command.split(' ')
    const run = await orrery(place, args)
    // No tab is open here, and what failed above is what --check is for.
    const expected = command.endsWith('test browser') || command.endsWith('--check') ? [1] : [0]
    assert.ok(expected.includes(run.code ?? -1), `${command}: ${run.code} ${run.err}`)
  }
  const { json } = await authed('GET /api/notifications')
  const rules = Object.fromEntries((json.rules as { kind: string }[]).map((rule) => [rule.kind, rule]))
  assert.deepEqual(rules.failed, {
    kind: 'failed',
    on: true,
    delay_s: 60,
    approval_delay_s: null,
    quiet: null,
    channels: ['push', 'slack'],
    show_text: false,
  })
  assert.deepEqual(
    [rules.blocked, rules.needs_you].map((rule) => (rule as unknown as { on: boolean }).on),
    [false, true],
  )
  assert.doesNotMatch(JSON.stringify(json), /42:secret|B0\/secret|a-long-secret/)
})
