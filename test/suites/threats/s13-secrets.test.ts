// S13: secrets of the installation appear in no log, argument, environment, answer or file but their own.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { delimiter, join, relative } from 'node:path'
import { after, before, test } from 'node:test'
import { makeHome, type TestHome } from '../../support/home.ts'
import { ingest, launch, listSessions, sessionOf } from '../../support/http.ts'
import { exchange, head } from '../../support/raw-tcp.ts'
import { orrery, startService, type Service } from '../../support/service.ts'
import { until } from '../../support/until.ts'
import { listRoutes } from './known-routes.ts'

/** Seeded where a person would put them; none is a word that could stand anywhere by chance. */
const secrets = {
  accessToken: 'canary-access-token-7f3a9c1e5b',
  databasePassword: 'canary-db-password-41d8',
  storeKey: 'canary-store-key-90bb21',
  gatewayToken: 'canary-gateway-token-c4e7d2',
  webhookSecret: 'canary-webhook-secret-5a6f08-and-long-enough-to-be-one',
  agentKey: 'canary-agent-key-e1c3b5',
}

const config = {
  gateway: { token: secrets.gatewayToken },
  webhooks: { deploy: { secret: secrets.webhookSecret } },
  agents: {
    keyed: { command: ['sh', '-c', 'sleep 1000', '{prompt}'], env: { MY_API_KEY: secrets.agentKey } },
  },
}

let place: TestHome
let service: Service
/** Where a session of each kind wrote its environment. */
let dumps: string

const variables = () => ({
  ACCESS_TOKEN: secrets.accessToken,
  SERVICE_STORE_URL: 'http://127.0.0.1:1',
  SERVICE_STORE_KEY: secrets.storeKey,
  SERVICE_HOOK_PORT: '1',
  SERVICE_SOMETHING: secrets.storeKey,
  DUMPS: dumps,
})

/**
 * Stands for an agent: writes its environment and its arguments down, and stays. Asked for jobs it is no agent but the
 * gateway's own command, which gets the gateway's token as a variable, and ends.
 */
const dumper = `#!/bin/sh
[ "$1" = cron ] && exit 1
[ "$1" = --version ] && { env >"$DUMPS/version-of-$$"; echo 1.2.3; exit; }
{ env; echo "$@"; } >"$DUMPS/$SERVICE_SESSION_TMUX.part"
mv "$DUMPS/$SERVICE_SESSION_TMUX.part" "$DUMPS/$SERVICE_SESSION_TMUX"
exec sleep 1000
`

before(async () => {
  place = await makeHome()
  dumps = join(place.root, 'dumps')
  const programs = join(place.root, 'programs')
  await Promise.all([mkdir(dumps), mkdir(programs), mkdir(place.home)])
  for (const name of ['claude', 'openclaw']) {
    await writeFile(join(programs, name), dumper)
    await chmod(join(programs, name), 0o755)
  }
  await writeFile(join(place.home, 'config.json'), JSON.stringify(config))
  const PATH = [programs, process.env.PATH].join(delimiter)
  const wrapper = ['sh', '-c', 'exec "$@" --verbose', 'sh']
  service = await startService(place, { env: { ...variables(), PATH }, wrapper })
  await exercise()
})
after(async () => {
  await service[Symbol.asyncDispose]()
  await place[Symbol.asyncDispose]()
})

/** One of everything that could write something down, with the token along wherever it may be. */
async function exercise(): Promise<void> {
  const { token } = service
  const sleeper = 'env >"$DUMPS/agent-shell.part"; mv "$DUMPS/agent-shell.part" "$DUMPS/agent-shell"; exec sleep 1000'
  await launch(service, { agent_type: 'shell', session_name: 'agent-shell', prompt: sleeper })
  await launch(service, { agent_type: 'code-agent', session_name: 'agent-claude', prompt: 'go' })
  await launch(service, { agent_type: 'code-agent', session_name: 'agent-claude-i', interactive: true })
  await launch(service, { agent_type: 'gateway-agent', session_name: 'agent-openclaw', prompt: 'go' })
  assert.equal((await launch(service, { agent_type: 'keyed', session_name: 'agent-keyed', prompt: 'go' })).status, 201)
  const names = ['agent-shell', 'agent-claude', 'agent-claude-i', 'agent-openclaw']
  await until('the agents have begun', () => names.every((name) => existsSync(join(dumps, name))))
  const short = sessionOf(await launch(service, { agent_type: 'shell', session_name: 'agent-short', prompt: 'false' }))
  const bodies = [
    { json: {} },
    { body: '{"token":', headers: { 'content-type': 'application/json' } },
    { body: 'x' },
    {},
  ]
  for (const { method, path } of await listRoutes(service)) {
    for (const options of bodies) {
      await service.call(`${method} ${path}?token=${token}`, { ...options, token })
      await service.call(`${method} ${path}#login=${token}`, { ...options, headers: { cookie: `token=${token}` } })
    }
  }
  const lines = ['GET /api/agents HTTP/1.1', `Host: 127.0.0.1:${service.port}`, `Authorization: Bearer ${token}`]
  await exchange(service.port, head(...lines, `X-Broken: ${'x'.repeat(20_000)}`))
  await exchange(service.port, head(...lines.slice(0, 2), `Authorization: Bearer ${token}\u0000`))
  await writeFile(join(place.home, 'hook-queue.jsonl'), 'no json\n{"event":"start","tmux_session":"agent-queued"}\n')
  await until('the short one ended', async () => {
    const found = (await listSessions(service)).find(({ id }) => id === short.id)
    return found?.state === 'failed'
  })
  await ingest(service, { tmux_session: 'agent-shell', event: 'to_review', metadata: 'wait' })
  await until('the queue is drained', () => existsSync(join(place.home, 'hook-dead-letters.jsonl')))
}

function assertClean(text: string, where: string, among: readonly string[] = Object.values(secrets)): void {
  for (const secret of among) assert.ok(!text.includes(secret), `${secret} stands in ${where}`)
}

/** Of the tests' own user, on Linux; null elsewhere and for a process that ended meanwhile. */
async function readProcess(pid: string, name: 'cmdline' | 'environ' | 'stat'): Promise<string | null> {
  return readFile(`/proc/${pid}/${name}`, 'latin1').catch(() => null)
}

/** The service, its children, and the tmux server with all that runs in it. */
async function processes(): Promise<string[]> {
  const server = (await place.tmux('display-message', '-p', '#{pid}')).trim()
  const parents = new Map<string, string>()
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const stat = await readProcess(pid, 'stat')
    if (stat !== null) parents.set(pid, stat.slice(stat.lastIndexOf(')')).split(' ')[2] ?? '')
  }
  const roots = new Set([String(service.pid), server])
  const isOurs = (pid: string): boolean => roots.has(pid) || isOursByParent(pid)
  const isOursByParent = (pid: string): boolean => {
    const parent = parents.get(pid)
    return parent !== undefined && parent !== pid && parent !== '0' && isOurs(parent)
  }
  const found = [...parents.keys()].filter(isOurs)
  assert.ok(found.includes(server) && found.length > 10, found.join())
  return found
}

test('the log of a verbose service holds no secret', async () => {
  assert.ok(service.stderr().includes('"level":20'), 'it is verbose')
  assertClean(service.stderr(), 'stderr')
  assertClean(service.stdout(), 'stdout')
})

test('no argument of the service, of tmux or of an agent holds a secret', async () => {
  for (const pid of await processes()) assertClean((await readProcess(pid, 'cmdline')) ?? '', `the arguments of ${pid}`)
})

test('no environment of tmux or of an agent holds a secret, nor any setting of the service', async () => {
  const others = Object.values(secrets).filter((secret) => secret !== secrets.agentKey)
  for (const pid of (await processes()).filter((one) => one !== String(service.pid))) {
    const environment = (await readProcess(pid, 'environ')) ?? ''
    const command = ((await readProcess(pid, 'cmdline')) ?? '').replaceAll('\0', ' ')
    assertClean(environment, `the environment of ${command}`, others)
    assertOwnVariables(environment.split('\0'), command)
  }
  for (const scope of ['-g', '-t=agent-shell', '-t=agent-keyed']) {
    assertClean(await place.tmux('show-environment', scope), `tmux show-environment ${scope}`)
  }
  for (const name of await readdir(dumps)) {
    const text = await readFile(join(dumps, name), 'utf8')
    assertClean(text, `the environment that ${name} saw`)
    assertOwnVariables(text.split('\n'), name)
    // Asked which version it is, it is no agent of any session.
    if (name.startsWith('version-of-')) continue
    assert.match(text, new RegExp(`^SERVICE_SESSION_TMUX=${name}$`, 'm'))
    assert.match(text, new RegExp(`^SERVICE_HOOK_PORT=${service.hookPort}$`, 'm'))
  }
})

const agentVariables = /^SERVICE_(SESSION_TMUX|HOOK_PORT|HOME|RUN_ID|SESSION_INTERACTIVE)=/

function assertOwnVariables(lines: readonly string[], where: string): void {
  const foreign = lines.filter(
    (line) => /^(SERVICE_|ACCESS_TOKEN|DATABASE_URL)/.test(line) && !agentVariables.test(line),
  )
  assert.deepEqual(foreign, [], where)
}

test('no answer of any route holds a secret', async () => {
  for (const { method, path } of await listRoutes(service)) {
    for (const token of [undefined, 'wrong', secrets.accessToken]) {
      for (const body of [undefined, '{', '{"nothing":1}', 'null']) {
        const headers = { 'content-type': 'application/json' }
        const options = { token, headers, ...(body === undefined || method === 'GET' ? {} : { body }) }
        const { text } = await service.call(`${method} ${path}`, options)
        assertClean(text, `${method} ${path}`)
      }
    }
  }
  const agents = await service.call('GET /api/agents', { token: service.token })
  assert.ok(agents.text.includes('keyed'))
})

test('orrery config print and doctor mask every secret', async () => {
  const env = variables()
  for (const args of [['config', 'print'], ['config', 'print', '--json'], ['doctor'], ['ls'], ['ls', '--json']]) {
    const { out, err } = await orrery(place, args, { env })
    assertClean(out + err, `orrery ${args.join(' ')}`)
  }
})

test('a config.json that cannot be used is explained without its secrets', async () => {
  await using place = await makeHome()
  await mkdir(place.home)
  const broken: readonly string[] = [
    `{"gateway":{"token":"${secrets.gatewayToken}"`,
    `{"gateway":{"tokn":"${secrets.gatewayToken}"}}`,
    `{"gateway":{"token":["${secrets.gatewayToken}"]}}`,
    `{"gateway":"${secrets.gatewayToken}"}`,
    `{"webhooks":{"x":{"secret":{"${secrets.webhookSecret}":1}}}}`,
  ]
  for (const text of broken) {
    await writeFile(join(place.home, 'config.json'), text)
    const { code, out, err } = await orrery(place, ['start'])
    assert.equal(code, 78, out + err)
    assertClean(out + err, `the refusal of ${text}`)
  }
})

test('an address of a database that is none is refused in words, without its password', async () => {
  await using place = await makeHome()
  const address = `mysql://canary-user:${secrets.databasePassword}@127.0.0.1:1/canary`
  const { code, out, err } = await orrery(place, ['start'], { env: { DATABASE_URL: address } })
  assert.deepEqual([code, out], [78, ''])
  assert.match(err, /^ {2}DATABASE_URL: must be an address as postgres:/m)
  assertClean(err, 'the refusal of DATABASE_URL')
})

test('no file of the home holds a secret but config.json, and the run of an agent its own key', async () => {
  const allowed = ['config.json', 'access-token']
  const files = await filesOf(place.home)
  for (const path of files) {
    const name = relative(place.home, path)
    if (allowed.includes(name)) continue
    const text = await readFile(path, 'latin1')
    const isRun = /^runs\/[^/]+\/run\.sh$/.test(name) && text.includes('sleep 1000')
    const among = Object.values(secrets).filter((secret) => !(isRun && secret === secrets.agentKey))
    assertClean(text, name, among)
  }
  for (const name of ['sessions.json', 'service.db', 'hook-dead-letters.jsonl', 'bin/orrery-hook.sh']) {
    assert.ok(files.includes(join(place.home, name)), name)
  }
  assert.ok(files.some((path) => path.includes('/runs/')) && files.some((path) => path.includes('/logs/')))
  // What was installed for the code agent lies in its own home.
  for (const path of await filesOf(place.userHome)) assertClean(await readFile(path, 'latin1'), path)
})

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}
