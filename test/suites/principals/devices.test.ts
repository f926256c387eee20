// Who may do what with devices and the sessions on them: everybody tries everything, and a login alone has an effect.
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { linesOf, makeDevicePlace, sessionThere, startThere, untilState } from '../../support/device-place.ts'
import { startService, type Service } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { openRequester, whyNoStranger } from './stranger.ts'
import { logIn, stepToken, tellsItsToken } from './world.ts'

type Route = readonly [method: string, path: string, body?: object]

const nameOf = ([method, path]: Route): string => `${method} ${path}`

/** What only tells. */
const reads = (id: string): readonly Route[] => [
  ['GET', '/api/devices'],
  ['GET', '/api/devices/local'],
  ['GET', '/api/sessions'],
  ['GET', `/api/sessions/${id}`],
  ['GET', '/api/sessions/devices?harness=code-agent'],
]

/** What acts on a machine, or tells what only its owner is to know. The cancel comes last: it ends the session. */
const acts = (id: string, code: string): readonly Route[] => [
  ['POST', '/api/sessions', { harness: 'code-agent', prompt: 'more', deviceTarget: 'auto' }],
  ['POST', '/api/devices/local/ping'],
  ['POST', '/api/devices/local/refresh'],
  ['GET', '/api/auth/devices'],
  ['POST', '/api/auth/devices/pairings', { label: 'Thief' }],
  ['DELETE', `/api/auth/devices/pairings/${code}`],
  ['PATCH', '/api/auth/devices/local', { label: 'Taken', capabilities: ['mother-llm'] }],
  ['DELETE', '/api/auth/devices/local'],
  ['POST', '/api/auth/devices/claim', { public_key: 'x' }],
  ['DELETE', `/api/sessions/${id}`],
]

test('a login starts, cancels, pairs and renames; nobody else does, and strangers read nothing', async (context) => {
  await using place = await makeDevicePlace()
  place.install('claude', 'echo "$*" >>"$HOME/ran"; while [ ! -e "$HOME/go" ]; do sleep 0.1; done')
  mkdirSync(join(place.home, 'workflows'), { recursive: true })
  writeFileSync(join(place.home, 'workflows/tells.ts'), tellsItsToken(join(place.root, 'step-token')))
  await using hub = await startService(place, { env: { DEPLOYMENT: 'cloud-fabric' } })
  await until('this machine takes sessions', async () => {
    const { json } = await hub.call('GET /api/sessions/devices?harness=code-agent', { token: hub.token })
    return (json.devices as { eligible: boolean }[]).some(({ eligible }) => eligible)
  })
  const id = await startThere(hub, { prompt: 'work' })
  await until('it runs', () => linesOf(join(place.userHome, 'ran')).length === 1)
  const before = await devicesOf(hub)

  await using ours = openRequester('ourselves')
  const ask = async (token: string | null, [method, path, json]: Route, from = ours) =>
    (await from.ask({ port: hub.port, method, path, json: json ?? null, token })).status
  const pairing = await hub.call('POST /api/auth/devices/pairings', { token: hub.token, json: {} })
  const code = String(pairing.json.code)
  const others: Readonly<Record<string, string | null>> = {
    page: null,
    step: await stepToken(hub),
    'an agent with tools': readFileSync(join(place.home, 'mcp-token'), 'utf8').trim(),
    'a code that pairs': `pair_${code}`,
    'a made-up device': 'eyJhbGciOiJub25lIn0.e30.',
  }
  for (const [who, token] of Object.entries(others)) {
    for (const route of acts(id, code)) {
      // A claim that does not fit uses no code up.
      const status = await ask(token, route)
      assert.ok(status >= 400, `${who}: ${nameOf(route)} was answered ${status}`)
    }
  }
  for (const route of reads(id)) assert.equal(await ask(null, route), 200, `a local page: ${nameOf(route)}`)

  const noStranger = whyNoStranger()
  if (noStranger === null) {
    await using stranger = openRequester('stranger')
    for (const route of [...reads(id), ...acts(id, code)]) {
      for (const token of [null, others.step ?? null]) {
        const status = await ask(token, route, stranger)
        const isRead = token !== null && route[0] === 'GET'
        assert.ok(isRead || status >= 400, `a stranger: ${nameOf(route)} was answered ${status}`)
      }
    }
  } else context.diagnostic(`without another user of the machine: ${noStranger}`)

  assert.deepEqual(linesOf(join(place.userHome, 'ran')), ['-p work'], 'nothing else was started')
  assert.equal((await sessionThere(hub, id)).state, 'running', 'nobody cancelled it')
  assert.deepEqual(await devicesOf(hub), before, 'nothing of a device changed')

  // The traps work: whoever is signed in does each of it, but revoking the hub itself. Its code is still there to be taken back.
  const login = await logIn(hub)
  for (const route of [...reads(id), ...acts(id, code)]) {
    const [method, path] = route
    const isRefused = path.endsWith('/claim') || (method === 'DELETE' && path.endsWith('/local'))
    const status = await ask(login, route)
    assert.equal(status >= 400, isRefused, `a login: ${nameOf(route)} was answered ${status}`)
  }
  await untilState(hub, id, 'failed')
  await until('the other one runs', () => linesOf(join(place.userHome, 'ran')).length === 2)
  assert.deepEqual(
    (await devicesOf(hub)).map(({ label }) => label),
    ['Taken'],
  )
  writeFileSync(join(place.userHome, 'go'), '')
})

async function devicesOf(hub: Service) {
  const { json } = await hub.call('GET /api/auth/devices', { token: hub.token })
  const devices = json.devices as readonly { id: string; label: string; status: string; tags: string[] }[]
  return devices.map(({ id, label, status, tags }) => ({ id, label, status, tags }))
}
