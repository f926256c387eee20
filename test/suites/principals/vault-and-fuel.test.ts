// Who may do what with the vault and with fuel: everybody tries everything, and a login alone gets an answer.
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import * as age from 'age-encryption'
import { seal } from '#rooms/vault/core/seal.ts'
import { makeHome } from '../../support/home.ts'
import { startService, type Service } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { openRequester, whyNoStranger } from './stranger.ts'
import { logIn, stepToken, tellsItsToken } from './world.ts'

type Route = readonly [method: string, path: string, body?: object]

const nameOf = ([method, path]: Route): string => `${method} ${path}`

/** In an order in which a login is refused nothing but a vault that is set up, and a device that is not there. */
const routesOf = ({ id, revision, ciphertext }: Kept): readonly Route[] => [
  ['GET', '/api/vault'],
  ['POST', '/api/vault/setup', { recovery_recipient: thief }],
  ['POST', '/api/vault/credentials', { ...names, name: 'B', env_name: 'GEMINI_API_KEY', recipients: [], ciphertext }],
  ['PUT', `/api/vault/credentials/${id}`, { revision, harnesses: [] }],
  ['DELETE', '/api/vault/recipients/nobody'],
  ['DELETE', `/api/vault/credentials/${id}`],
  ['GET', '/api/fuel'],
  ['GET', '/api/fuel/usage?by=session'],
  ['GET', '/api/fuel/usage'],
  ['GET', '/api/fuel/budgets'],
  ['PUT', '/api/fuel/budgets', { budgets: [] }],
]

type Kept = { readonly id: string; readonly revision: number; readonly ciphertext: string }

const names = { name: 'A', env_name: 'OPENAI_API_KEY', harnesses: ['codex'] }
const thief = await age.identityToRecipient(await age.generateX25519Identity())
const budget = { per: 'day', unit: 'usd', limit: 55, at_limit: 'warn' }

test('a login sees and changes the vault and budgets; nobody else learns a name or a sum of them', async (context) => {
  await using place = await makeHome()
  mkdirSync(join(place.home, 'workflows'), { recursive: true })
  writeFileSync(join(place.home, 'workflows/tells.ts'), tellsItsToken(join(place.root, 'step-token')))
  await using hub = await startService(place, { env: { DEPLOYMENT: 'cloud-fabric' } })
  const kept = await fill(hub)
  const before = await standsNow(hub)

  await using ours = openRequester('ourselves')
  const ask = async (token: string | null, [method, path, json]: Route, from = ours) =>
    (await from.ask({ port: hub.port, method, path, json: json ?? null, token })).status
  const others: Readonly<Record<string, string | null>> = {
    page: null,
    step: await stepToken(hub),
    'an agent with tools': readFileSync(join(place.home, 'mcp-token'), 'utf8').trim(),
    'the worker of a browser': await decisionKey(hub),
    'a made-up device': 'eyJhbGciOiJub25lIn0.e30.',
  }
  const noStranger = whyNoStranger()
  if (noStranger !== null) context.diagnostic(`without another user of the machine: ${noStranger}`)
  await using stranger = noStranger === null ? openRequester('stranger') : null
  for (const [who, token] of Object.entries(others))
    for (const route of routesOf(kept)) {
      const status = await ask(token, route)
      const mayRead = who === 'step' && route[0] === 'GET'
      assert.ok(status === 401 || status === 403 || mayRead, `${who}: ${nameOf(route)} was answered ${status}`)
      if (stranger === null || mayRead) continue
      const seen = await ask(token, route, stranger)
      assert.ok(seen === 401 || seen === 403, `a stranger as ${who}: ${nameOf(route)} was answered ${seen}`)
    }
  assert.deepEqual(await standsNow(hub), before)

  // The traps work.
  const login = await logIn(hub)
  const answers = []
  for (const route of routesOf(kept)) answers.push(await ask(login, route))
  assert.deepEqual(answers, [200, 409, 201, 200, 404, 200, 200, 200, 200, 200, 200])
})

/** A vault with one credential, and a budget. */
async function fill({ call, token }: Service): Promise<Kept> {
  const recovery = await age.identityToRecipient(await age.generateX25519Identity())
  await call('POST /api/vault/setup', { token, json: { recovery_recipient: recovery } })
  const ciphertext = await seal(age, 'sk-of-this-test', [recovery])
  const made = await call('POST /api/vault/credentials', { token, json: { ...names, recipients: [], ciphertext } })
  assert.equal(made.status, 201, made.text)
  assert.equal((await call('PUT /api/fuel/budgets', { token, json: { budgets: [budget] } })).status, 200)
  const { id, revision } = made.json.credential as { id: string; revision: number }
  return { id, revision, ciphertext }
}

async function standsNow({ call, token }: Service) {
  const [vault, fuel] = [await call('GET /api/vault', { token }), await call('GET /api/fuel/budgets', { token })]
  return [vault.json, fuel.json]
}

/** The key by which the worker of a login's browser decides approvals. */
async function decisionKey({ call, ...hub }: Service): Promise<string> {
  const token = await logIn({ call, ...hub })
  const ecdh = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits'])
  const p256dh = Buffer.from(await crypto.subtle.exportKey('raw', ecdh.publicKey)).toString('base64url')
  const keys = { p256dh, auth: Buffer.alloc(16, 7).toString('base64url') }
  const json = { endpoint: 'https://push.example/of-a-test', keys }
  return await until('it has a key', async () => {
    const answer = await call('POST /api/notifications/subscriptions', { token, json })
    return typeof answer.json.decision_key === 'string' ? answer.json.decision_key : null
  })
}
