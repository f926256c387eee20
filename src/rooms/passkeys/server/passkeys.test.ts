// Passkeys over HTTP, on a real database, with an authenticator in software that says whatever a test wants.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { request } from 'node:http'
import type { AuditRow } from '#platform/server/audit/audit.ts'
import { openDatabase } from '#platform/server/db/open-database.ts'
import { mountRoom } from '#platform/server/house/house.ts'
import { startTestServer, testToken, type TestServer } from '#platform/server/http/testing/test-server.ts'
import { systemClock } from '#platform/server/clock.ts'
import { ManualTime } from '../../../testing/manual-time.testkit.ts'
import { makePasskey, present, signWith, type Ceremony } from '../../../testing/software-authenticator.testkit.ts'
import { challengeLifetimeMs } from '../core/options.ts'
import { openPasskeysRoom } from './index.ts'

const time = new ManualTime('2026-11-20T10:00:00.000Z')
const rows: AuditRow[] = []
const opened = new AsyncDisposableStack()
let server: TestServer

before(async () => {
  const home = await mkdtemp(join(tmpdir(), 'orrery-passkeys-'))
  opened.defer(() => rm(home, { recursive: true }))
  const database = opened.use(openDatabase({ path: join(home, 'service.db'), sync: 'normal' }))
  const ground = {
    database,
    clock: systemClock,
    timers: time,
    audit: { record: async (row: AuditRow) => void rows.push(row) },
  }
  server = await startTestServer({
    mount(http) {
      const auth = { admit: (label: string) => server.auth.admit(label), nameOf: () => 'Firefox on Linux' }
      mountRoom(http, opened.use(openPasskeysRoom({ ...ground, config: {} }, { mode: 'fabric', auth })))
    },
  })
  opened.defer(() => server.stop())
})
after(() => opened.disposeAsync())

type Sent = { readonly body?: unknown; readonly token?: string | null; readonly origin?: string | null }
type Said = { readonly status: number; readonly json: Record<string, unknown> & { options?: { challenge: string } } }

/** As the page at localhost sends it; a test may send it from elsewhere. */
function send(method: string, path: string, { body, token = testToken, origin = here() }: Sent = {}): Promise<Said> {
  const text = body === undefined ? '' : JSON.stringify(body)
  const headers = {
    host: `localhost:${server.port}`,
    ...(origin === null ? {} : { origin }),
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    ...(text === '' ? {} : { 'content-type': 'application/json' }),
  }
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port: server.port, method, path, headers }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, json: JSON.parse(Buffer.concat(parts).toString()) as Said['json'] }),
      )
    })
    sent.on('error', reject)
    sent.end(text)
  })
}

const here = (): string => `http://localhost:${server.port}`

async function ceremony(path: string, token: string | null = testToken): Promise<Ceremony> {
  const { status, json } = await send('POST', path, { token })
  assert.equal(status, 200, JSON.stringify(json))
  return { challenge: json.options?.challenge ?? '', origin: here(), host: 'localhost' }
}

const byNumber = (one: number, other: number): number => one - other

const toRegister = () => ceremony('/api/auth/passkeys/options')
const toLogIn = () => ceremony('/api/auth/passkey-login/options', null)
const logInWith = (response: unknown) =>
  send('POST', '/api/auth/passkey-login/verify', { token: null, body: { response } })

async function registered(name: string) {
  const made = makePasskey(await toRegister())
  const { status, json } = await send('POST', '/api/auth/passkeys', { body: { name, response: made.response } })
  assert.equal(status, 201, JSON.stringify(json))
  return { passkey: made.passkey, response: made.response, id: (json.passkey as { id: string }).id }
}

test('a passkey is registered, signs in without a token, and each login is told', async () => {
  rows.length = 0
  const { passkey, id } = await registered('Phone')
  const answer = await logInWith(signWith(passkey, await toLogIn()))
  assert.equal(answer.status, 200)
  const token = String(answer.json.token)
  const { json } = await send('GET', '/api/auth/passkeys', { token })
  const [kept] = json.passkeys as Record<string, unknown>[]
  assert.deepEqual([kept?.id, kept?.name, kept?.host, typeof kept?.last_used_at], [id, 'Phone', 'localhost', 'string'])
  assert.deepEqual(Object.keys(kept ?? {}).toSorted(), [
    'created_at',
    'host',
    'id',
    'is_synced',
    'last_used_at',
    'name',
  ])
  assert.deepEqual(
    rows.map(({ kind, text }) => [kind, text]),
    [
      ['auth.passkey_added', 'registered the passkey Phone for localhost'],
      ['auth.login', 'logged in with the passkey Phone'],
    ],
  )
})

test('what a browser is asked for: the person each time, and no second passkey of the same device', async () => {
  const { passkey } = await registered('Laptop')
  for (const path of ['/api/auth/passkeys/options', '/api/auth/setup-init']) {
    const options = (await send('POST', path)).json.options as unknown as Record<string, Record<string, unknown>> & {
      excludeCredentials: { id: string }[]
    }
    assert.equal(options.authenticatorSelection?.userVerification, 'required')
    assert.equal(options.rp?.id, 'localhost')
    assert.ok(options.excludeCredentials.some(({ id }) => id === passkey.id))
  }
  const asked = (await send('POST', '/api/auth/passkey-login/options', { token: null })).json.options
  assert.deepEqual(Object.keys(asked ?? {}).toSorted(), ['challenge', 'rpId', 'timeout', 'userVerification'])
})

/** Each is one thing wrong with what an authenticator says. */
const wrongly: readonly (readonly [what: string, change: (right: Ceremony) => Ceremony])[] = [
  ['another origin', (right) => ({ ...right, origin: 'http://localhost:1' })],
  ['a page of the same name elsewhere', (right) => ({ ...right, origin: `https://localhost:${server.port}` })],
  ['another host', (right) => ({ ...right, host: 'evil.example' })],
  ['a person who was not asked', (right) => ({ ...right, flags: present })],
  ['nobody present', (right) => ({ ...right, flags: 0 })],
  ['a frame of another page', (right) => ({ ...right, crossOrigin: true })],
  ['a challenge of its own', (right) => ({ ...right, challenge: Buffer.alloc(56, 7).toString('base64url') })],
  ['no challenge', (right) => ({ ...right, challenge: '' })],
]

for (const [what, change] of wrongly) {
  test(`${what} neither registers nor signs in`, async () => {
    const made = makePasskey(change(await toRegister()))
    const added = await send('POST', '/api/auth/passkeys', { body: { response: made.response } })
    assert.equal(added.status, 400, JSON.stringify(added.json))
    const { passkey } = await registered(what)
    const answer = await logInWith(signWith(passkey, change(await toLogIn())))
    assert.ok(answer.status === 401 || answer.status === 429, JSON.stringify(answer.json))
    assert.equal((await logInWith(signWith(passkey, await toLogIn()))).status, 200, 'and the right one is taken')
  })
}

test('an answer counts once, also when it comes twice at the same moment', async () => {
  const { passkey } = await registered('Twice')
  const answer = signWith(passkey, { ...(await toLogIn()), counter: 0 })
  const both = await Promise.all([logInWith(answer), logInWith(answer)])
  assert.deepEqual(both.map(({ status }) => status).toSorted(byNumber), [200, 401])
  assert.equal((await logInWith(answer)).status, 401)
  const asked = await toRegister()
  const twice = [makePasskey(asked), makePasskey(asked)]
  const added = await Promise.all(
    twice.map(({ response }) => send('POST', '/api/auth/passkeys', { body: { response } })),
  )
  assert.deepEqual(added.map(({ status }) => status).toSorted(byNumber), [201, 400])
})

test('a challenge is for what it was given for, to whom, and for five minutes', async () => {
  const { passkey } = await registered('Late')
  assert.equal((await logInWith(signWith(passkey, await toRegister()))).status, 401)
  const login = String((await logInWith(signWith(passkey, await toLogIn()))).json.token)
  const made = makePasskey(await toRegister())
  const stolen = await send('POST', '/api/auth/passkeys', { token: login, body: { response: made.response } })
  assert.equal(stolen.status, 400, 'begun by another login')
  const asked = await toLogIn()
  await time.pass(challengeLifetimeMs)
  const late = await logInWith(signWith(passkey, asked))
  assert.equal(late.status, 401)
  assert.match(String(late.json.reason), /five minutes/)
})

test('a counter of 0 is allowed, one that falls or stands still is refused and said', async () => {
  const { passkey } = await registered('Counts')
  const steps: [counter: number, status: number][] = [
    [0, 200],
    [0, 200],
    [5, 200],
    [5, 401],
    [4, 401],
    [0, 401],
    [6, 200],
  ]
  for (const [counter, status] of steps) {
    const answer = await logInWith(signWith(passkey, { ...(await toLogIn()), counter }))
    assert.equal(answer.status, status, `${counter}: ${JSON.stringify(answer.json)}`)
    if (status === 401) assert.match(String(answer.json.reason), /counter of this passkey fell/)
  }
})

test('a removed passkey signs nobody in, and its logins go on', async () => {
  const { passkey, id } = await registered('Gone')
  const token = String((await logInWith(signWith(passkey, await toLogIn()))).json.token)
  const renamed = await send('PATCH', `/api/auth/passkeys/${id}`, { body: { name: ' Old phone ' } })
  assert.equal((renamed.json.passkey as { name: string }).name, 'Old phone')
  assert.deepEqual((await send('DELETE', `/api/auth/passkeys/${id}`)).json, { ok: true })
  assert.equal((await send('DELETE', `/api/auth/passkeys/${id}`)).status, 404)
  assert.equal((await send('PATCH', `/api/auth/passkeys/${id}`, { body: { name: 'x' } })).status, 404)
  const answer = await logInWith(signWith(passkey, await toLogIn()))
  assert.deepEqual([answer.status, answer.json.error], [401, 'unauthenticated'])
  assert.match(String(answer.json.reason), /removed here/)
  assert.equal((await send('GET', '/api/auth/passkeys', { token })).status, 200)
})

test('wrong answers are slowed down by address, and a right one is taken all the same', async () => {
  const { passkey } = await registered('Patient')
  const stranger = makePasskey(await toRegister()).passkey
  const statuses: number[] = []
  for (let attempt = 0; attempt < 8; attempt += 1)
    statuses.push((await logInWith(signWith(stranger, await toLogIn()))).status)
  assert.ok(statuses.includes(429), statuses.join())
  assert.equal((await logInWith(signWith(passkey, await toLogIn()))).status, 200)
})

test('a credential is registered once', async () => {
  const made = makePasskey(await toRegister())
  assert.equal((await send('POST', '/api/auth/passkeys', { body: { response: made.response } })).status, 201)
  const again = { ...made.response, response: { ...made.response.response } }
  assert.equal((await send('POST', '/api/auth/passkeys', { body: { response: again } })).status, 400)
})

test('registering takes a login, and every page that is not of this service is refused', async () => {
  for (const route of ['POST /api/auth/passkeys/options', 'POST /api/auth/setup-init', 'GET /api/auth/passkeys']) {
    const [method = '', path = ''] = route.split(' ')
    assert.equal((await send(method, path, { token: null, origin: null })).status, 401, route)
  }
  const foreign = await send('POST', '/api/auth/passkey-login/options', { token: null, origin: 'https://evil.example' })
  assert.deepEqual([foreign.status, foreign.json.error], [403, 'foreign_origin'])
})

test('at 127.0.0.1 it is said in words where passkeys work', async () => {
  const answer = await server.send('POST', '/api/auth/passkey-login/options', { token: null })
  const said = (await answer.json()) as Record<string, string>
  assert.deepEqual([answer.status, said.error], [409, 'conflict'])
  assert.match(said.hint ?? '', new RegExp(`Open http://localhost:${server.port} instead`))
})
