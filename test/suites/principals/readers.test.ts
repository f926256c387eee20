// What an agent said, wrote and did is read by a login, and by nobody else: by no route, in no form, and on no listener.
import assert from 'node:assert/strict'
import { createECDH, randomBytes, randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { makeHome, type TestHome } from '../../support/home.ts'
import { call, ingest, launch, sessionOf } from '../../support/http.ts'
import { startService, type Service } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { openRequester, whyNoStranger } from './stranger.ts'
import { logIn, stepToken, tellsItsToken } from './world.ts'

const secret = 'quagga'

test('transcripts, streams and what is derived are told to no program, page or user without a login', async (context) => {
  await using place = await makeHome()
  mkdirSync(join(place.home, 'workflows'), { recursive: true })
  writeFileSync(join(place.home, 'workflows/tells.ts'), tellsItsToken(join(place.root, 'step-token')))
  await using service = await startService(place, { env: { DEPLOYMENT: 'cloud-fabric' } })
  const ran = sessionOf(await launch(service, { agent_type: 'shell', prompt: `echo ${secret}` })).id
  const said = await talk(service, place)
  const paths = [
    ...['', '?format=parts', '?format=asciicast', '?follow=true', '?from=1'].map(
      (query) => `/api/sessions/${ran}/stream${query}`,
    ),
    `/api/sessions/${ran}/derived`,
    `/api/sessions/${ran}/diff?path=${secret}`,
    `/api/agents/${said}/transcript`,
    `/api/agents/${said}/transcript?format=markdown`,
  ]
  const login = await logIn(service)
  const ask = (path: string, token: string | undefined) => call(service.port, `GET ${path}`, { token })
  for (const path of paths.filter((each) => !/follow/.test(each))) {
    await until(`a login reads ${path}`, async () => {
      const { status, text } = await ask(path, login)
      return status === 200 && text.includes(secret)
    })
  }
  const ended = await logIn(service)
  assert.equal((await service.call('POST /api/auth/logout', { token: ended, json: {} })).status, 200)
  const tokens = {
    'a program of ours': undefined,
    'a step of a strand': await stepToken(service),
    'an agent with its tools': readFileSync(join(place.home, 'mcp-token'), 'utf8').trim(),
    'the worker of a browser': await decisionKey(service, login),
    'a login that ended': ended,
  }
  for (const [who, token] of Object.entries(tokens)) {
    for (const port of [service.port, service.hookPort])
      for (const path of paths) await refused(who, path, () => call(port, `GET ${path}`, { token }))
  }
  const headers = { origin: 'https://evil.example', referer: 'https://evil.example/', 'sec-fetch-site': 'cross-site' }
  for (const path of paths) {
    await refused('a foreign page', path, () => call(service.port, `GET ${path}`, { headers }))
    const host = { ...headers, host: 'evil.example' }
    await refused('a page by another name', path, () =>
      call(service.port, `GET ${path}`, { headers: host, token: login }),
    )
  }
  const noStranger = whyNoStranger()
  if (noStranger !== null) return context.diagnostic(`without another user of the machine: ${noStranger}`)
  await using stranger = openRequester('stranger')
  for (const port of [service.port, service.hookPort])
    for (const path of paths)
      await refused('another user', path, () => stranger.ask({ port, method: 'GET', path, json: null, token: null }))
})

type Answered = { readonly status: number; readonly text: string }

async function refused(who: string, path: string, ask: () => Promise<Answered>): Promise<void> {
  const { status, text } = await ask()
  assert.ok([401, 403, 404, 421].includes(status), `${who} asked ${path}: ${status} ${text}`)
  assert.ok(!text.replaceAll(path, '').includes(secret), `${who} asked ${path}: ${text}`)
}

/** A session whose client wrote down what was said. */
async function talk(service: Service, { userHome }: TestHome): Promise<string> {
  const conversation = randomUUID()
  const folder = join(userHome, '.claude/projects/-p')
  mkdirSync(folder, { recursive: true })
  const message = { type: 'user', timestamp: '2026-11-23T09:02:00.000Z', message: { content: `Feed the ${secret}` } }
  writeFileSync(join(folder, `${conversation}.jsonl`), `${JSON.stringify(message)}\n`)
  const event = { tmux_session: 'agent-said', event: 'start', agent_type: 'code-agent', client_pid: process.pid }
  return sessionOf(await ingest(service, { ...event, client_session: conversation })).id
}

/** By which the worker of a browser answers approvals from notifications. */
async function decisionKey({ call: ask }: Service, token: string): Promise<string> {
  const p256dh = createECDH('prime256v1').generateKeys('base64url')
  const json = { endpoint: 'https://push.example/x', keys: { p256dh, auth: randomBytes(16).toString('base64url') } }
  const { status, text, json: told } = await ask('POST /api/notifications/subscriptions', { token, json })
  assert.equal(status, 201, text)
  assert.equal(typeof told.decision_key, 'string')
  return String(told.decision_key)
}
