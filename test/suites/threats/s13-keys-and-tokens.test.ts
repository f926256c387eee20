// S13: the keys and tokens that the service and its devices make themselves stand in their own files and nowhere else: in no
// log, argument, environment of a child, answer, backup, nor in what doctor tells.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { after, before, test } from 'node:test'
import { joinHub, makeDevicePlace, startThere, untilState, type DevicePlace } from '../../support/device-place.ts'
import type { Daemon } from '../../support/daemon.ts'
import { makeHome, type TestHome } from '../../support/home.ts'
import { call, launch, sessionOf } from '../../support/http.ts'
import { orrery, startService, type Service } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { listRoutes } from './known-routes.ts'

/** Set by a person, in config.json alone. */
const seeded = {
  gatewayToken: 'canary-gateway-token-77c1d0a4',
  webhookSecret: 'canary-webhook-secret-77c1d0a4-and-long-enough-to-be-one',
}

/** Writes its environment down, and waits. */
const strand = (file: string): string => `import { writeFileSync } from 'node:fs'
import { defineStrand } from 'orrery/strand'
export default defineStrand({
  id: 'nosy',
  steps: [{ id: 'look', run: () => writeFileSync(${JSON.stringify(file)}, JSON.stringify([process.env, process.argv])) }],
})
`

let place: TestHome
let there: DevicePlace
let service: Service
let daemon: Daemon
/** By what it is; each of them stands in a file of its own or was answered once. */
const secrets = new Map<string, string>()
let stepSaw: string

before(async () => {
  ;[place, there] = [await makeHome(), await makeDevicePlace()]
  stepSaw = join(place.root, 'step-saw')
  mkdirSync(join(place.home, 'workflows'), { recursive: true, mode: 0o700 })
  writeFileSync(join(place.home, 'workflows', 'nosy.ts'), strand(stepSaw))
  const config = { gateway: { token: seeded.gatewayToken }, webhooks: { nosy: { secret: seeded.webhookSecret } } }
  writeFileSync(join(place.home, 'config.json'), JSON.stringify(config), { mode: 0o600 })
  const wrapper = ['sh', '-c', 'exec "$@" --verbose', 'sh']
  service = await startService(place, { env: { DEPLOYMENT: 'cloud-fabric' }, wrapper })
  there.install('claude', 'env >"$HOME/saw"; echo "$*"; sleep 0.2')
  daemon = await joinHub(service, there)
  await collect()
  await exercise()
})
after(async () => {
  await daemon[Symbol.asyncDispose]()
  await service[Symbol.asyncDispose]()
  await Promise.all([place[Symbol.asyncDispose](), there[Symbol.asyncDispose]()])
})

async function collect(): Promise<void> {
  const { token } = service
  for (const [name, secret] of Object.entries(seeded)) secrets.set(name, secret)
  secrets.set('access token', token)
  for (const name of ['mcp-token', 'hook-key']) secrets.set(name, longestWord(join(place.home, name)))
  secrets.set('key of the hub', longestWord(join(place.home, 'hub-key')))
  for (const name of ['device-key', 'age-identity'])
    secrets.set(`${name} of the device`, longestWord(join(there.home, 'device', name)))
  const link = await service.call('POST /api/system/login-links', { token })
  const login = await service.call('POST /api/auth/login', { json: { code: link.json.code } })
  secrets.set('login', String(login.json.token))
  const unused = await service.call('POST /api/system/login-links', { token })
  secrets.set('code of a login', String(unused.json.code))
  const pairing = await service.call('POST /api/auth/devices/pairings', { token, json: {} })
  secrets.set('pairing code', String(pairing.json.code))
  for (const [name, secret] of secrets) assert.ok(secret.length >= 10, `${name}: ${secret}`)
}

/** A file of a key may have words and lines around it. */
function longestWord(path: string): string {
  const words = readFileSync(path, 'utf8').match(/[\w+/=-]+/g) ?? []
  return words.toSorted((one, other) => other.length - one.length)[0] ?? ''
}

/** Whatever writes something down, with every secret wherever one can be put by mistake. */
async function exercise(): Promise<void> {
  const { token } = service
  const dump = `env >"$HOME/agent-saw.part"; mv "$HOME/agent-saw.part" "$HOME/agent-saw"; exec sleep 600`
  sessionOf(await launch(service, { agent_type: 'shell', session_name: 'agent-nosy', prompt: dump }))
  const { json } = await service.call('POST /api/flow/strands/nosy/run', { token, json: {} })
  const id = await startThere(service, { deviceTarget: await deviceId(), prompt: 'look around' })
  await untilState(service, id, 'completed', 'failed')
  await until('everybody has looked', () => [stepSaw, join(place.userHome, 'agent-saw')].every(existsSync))
  for (const secret of secrets.values()) {
    for (const path of [
      '/ws/device',
      '/ws/terminal/x',
      '/mcp',
      '/api/auth/devices/claim',
      '/api/nothing',
      '/api/agents',
    ])
      await call(service.port, `POST ${path}?token=${encodeURIComponent(secret)}`, {
        token: secret,
        json: { token: secret },
        headers: { 'sec-websocket-protocol': `orrery.token.${secret}`, 'x-api-key': secret },
      })
  }
  await until('the run is over', async () => {
    const { json: now } = await service.call(`GET /api/flow/runs/${String(json.run_id)}`, { token })
    return (now.run as { status: string }).status === 'success'
  })
}

async function deviceId(): Promise<string> {
  const { json } = await service.call('GET /api/auth/devices', { token: service.token })
  return (json.devices as { id: string; label: string }[]).find(({ label }) => label === 'Forge')?.id ?? ''
}

function assertClean(text: string, where: string, but: readonly string[] = []): void {
  for (const [name, secret] of secrets)
    assert.ok(but.includes(name) || !text.includes(secret), `the ${name} stands in ${where}`)
}

function assertFilesClean(folder: string, butOf: (name: string) => readonly string[]): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  for (const path of files) {
    const name = relative(folder, path)
    assertClean(readFileSync(path, 'latin1'), path, butOf(name))
  }
  return files
}

test('no log of the service or the daemon holds one', async () => {
  assert.ok(service.stderr().includes('"level":20'), 'it is verbose')
  assertClean(service.stdout() + service.stderr(), 'the output of the service')
  assertClean(daemon.stderr(), 'the output of the daemon')
  const { text } = await service.call('GET /api/system/logs?limit=200', { token: service.token })
  assertClean(text, 'the log that the page shows')
  assertClean((await orrery(place, ['system', 'logs', '-n', '1000'])).out, 'orrery system logs')
})

test('no argument of a process holds one, and no environment of what was started', () => {
  const roots = [place.root, there.root]
  const own = new Set([service.pid, daemon.pid].map(String))
  let seen = 0
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const [environment, line] = ['environ', 'cmdline'].map((name) => readProcess(pid, name)) as [string, string]
    if (!roots.some((root) => environment.includes(`${root}/`))) continue
    seen += 1
    assertClean(line, `the arguments of ${line}`)
    if (!own.has(pid)) assertClean(environment, `the environment of ${line}`)
  }
  assert.ok(seen >= 6, `${seen} processes`)
  for (const path of [stepSaw, join(place.userHome, 'agent-saw'), join(there.userHome, 'saw')])
    assertClean(readFileSync(path, 'utf8'), path)
})

/** A process may end while it is read. */
function readProcess(pid: string, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'latin1')
  } catch {
    return ''
  }
}

test('no answer of a route that reads holds one, whoever asks', async () => {
  const routes = (await listRoutes(service)).filter(({ method }) => method === 'GET')
  assert.ok(routes.length > 40)
  for (const { path } of [...routes, { path: '/api/nothing' }]) {
    for (const token of [undefined, 'wrong', service.token, secrets.get('mcp-token'), secrets.get('login')])
      assertClean((await service.call(`GET ${path}`, { token })).text, `GET ${path}`)
  }
})

test('neither doctor nor any other command that shows how things stand tells one', async () => {
  for (const at of [place, there]) {
    for (const args of [
      ['doctor'],
      ['doctor', '--json'],
      ['config', 'print', '--json'],
      ['settings', 'list', '--json'],
      ['system', '--json'],
      ['daemon', 'status', '--json'],
      ['hook', '--json'],
      ['service', 'install', '--print'],
    ]) {
      const { out, err } = await orrery(at, args, { env: { DEPLOYMENT: 'cloud-fabric' } })
      assertClean(out + err, `orrery ${args.join(' ')}`)
    }
  }
})

test('a backup holds those of config.json, and no other', async () => {
  const { json } = await service.call('POST /api/system/backup', { token: service.token, json: {} })
  const unpacked = join(place.root, 'unpacked')
  mkdirSync(unpacked)
  execFileSync('tar', ['-xzf', (json.backup as { path: string }).path, '-C', unpacked])
  const files = assertFilesClean(unpacked, (name) => (name === 'config.json' ? Object.keys(seeded) : []))
  assert.ok(files.length > 5, files.join())
})

test('each stands in its own file', () => {
  const home: Readonly<Record<string, readonly string[]>> = {
    'config.json': Object.keys(seeded),
    'access-token': ['access token'],
    'mcp-token': ['mcp-token'],
    'hook-key': ['hook-key'],
    'hub-key': ['key of the hub'],
  }
  assertFilesClean(place.home, (name) => home[name] ?? [])
  const device: Readonly<Record<string, readonly string[]>> = {
    'device/device-key': ['device-key of the device'],
    'device/age-identity': ['age-identity of the device'],
  }
  assertFilesClean(there.home, (name) => device[name] ?? [])
  for (const at of [place, there]) assertFilesClean(at.userHome, () => [])
})
