// The settings over HTTP on a real config.json: what is told of each key, and who changed what, also while nothing ran.
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { err, ok } from '#base/result.ts'
import type { AuditRow } from '#platform/server/audit/audit.ts'
import { loadConfig } from '#platform/server/config/load-config.ts'
import { openSettings } from '#platform/server/config/settings-store.ts'
import { viewOf } from '#platform/server/config/watched.ts'
import { startTestServer, testToken } from '#platform/server/http/testing/test-server.ts'
import { silentLog } from '#platform/server/log/log.ts'
import { ManualTime } from '#testing/manual-time.testkit.ts'
import type { SettingRow, SettingsAnswer, SettingsChanged, SettingsTested } from '../contract.ts'
import { openSettingsRoom } from './index.ts'

const folder = await mkdtemp(join(tmpdir(), 'orrery-settings-room-'))
after(() => rm(folder, { recursive: true, force: true }))

const secret = 'a-gateway-token'
const first = {
  triage: { maxTasks: 50 },
  gateway: { url: 'ws://127.0.0.1:9', token: secret },
  webhooks: { pay: { secret: 'a-webhook-secret' } },
  agents: { mine: { command: ['mine', '{prompt}'], label: 'Mine', env: { KEY: 'an-agents-key' } } },
}

/** A service's settings from its start to its end, in a home that stays. */
async function open(home: string, environment: Readonly<Record<string, string>> = {}) {
  const all = { ...environment, SERVICE_HOME: home }
  const loaded = loadConfig({ environment: all, userHome: '/', parseTemplate: (command) => ok([command].flat()) })
  assert.ok(loaded.ok)
  const time = new ManualTime('2026-11-20T12:00:00.000Z')
  const settings = openSettings({ loaded: loaded.value, clock: time, timers: time, log: silentLog })
  const audited: AuditRow[] = []
  const warned: string[] = []
  const log = { ...silentLog, warn: (_: object | string, message?: string) => void warned.push(message ?? '') }
  const audit = { record: async (row: AuditRow) => void audited.push(row) }
  const ground = { settings, config: viewOf(settings), audit, log, userHome: '/', environment: all }
  const tryAgent = async () => err({ error: 'invalid_request', reason: 'No agent is launched here.' } as const)
  const room = openSettingsRoom(ground, { nameOf: (principal) => principal?.kind ?? 'nobody', tryAgent })
  const server = await startTestServer({ mount: ({ api, metrics }) => room.mount?.(api, metrics) })
  const url = `${server.url}/api/system/settings`
  const authorization = `Bearer ${testToken}`
  const read = async () => (await (await fetch(url, { headers: { authorization } })).json()) as SettingsAnswer
  await room.start?.()
  return {
    settings,
    room,
    warned,
    read,
    async tried(body: object) {
      const headers = { authorization, 'content-type': 'application/json' }
      const answer = await fetch(`${url}/test`, { method: 'POST', headers, body: JSON.stringify(body) })
      return { status: answer.status, body: (await answer.json()) as SettingsTested & { readonly reason?: string } }
    },
    told: () => audited.map(({ kind, actor, text }) => [kind, actor.kind, actor.name, text]),
    row: async (key: string) => (await read()).settings.find((one) => one.key === key),
    async patch(body: object, { query = '', headers = {} } = {}): Promise<SettingsChanged> {
      const { revision } = await read()
      const answer = await fetch(url + query, {
        method: 'PATCH',
        headers: { authorization, 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ revision, ...body }),
      })
      assert.equal(answer.status, 200)
      return (await answer.json()) as SettingsChanged
    },
    async [Symbol.asyncDispose]() {
      await server.stop()
      await room[Symbol.asyncDispose]()
      await settings[Symbol.asyncDispose]()
    },
  }
}

async function newHome(config: object = first): Promise<string> {
  const home = await mkdtemp(join(folder, 'home-'))
  await writeFile(join(home, 'config.json'), JSON.stringify(config), { mode: 0o600 })
  return home
}

test('each key is told with its value, its source and its default, and no secret in any of them', async () => {
  await using room = await open(await newHome(), { SERVICE_MODEL: 'small' })
  const answer = await room.read()
  assert.deepEqual(answer.problems, [])
  for (const hidden of [secret, 'a-webhook-secret', 'an-agents-key'])
    assert.doesNotMatch(JSON.stringify(answer), new RegExp(hidden))
  const rows: [string, Partial<SettingRow>][] = [
    [
      'triage.maxTasks',
      { value: 50, source: 'file', section: 'triage', input: { is: 'number', min: 1, max: 100_000 } },
    ],
    ['model.name', { value: 'small', source: 'environment', variable: 'SERVICE_MODEL', section: 'model' }],
    ['gateway.token', { value: null, is_secret: true, is_set: true, source: 'file' }],
    ['storeKey', { value: null, is_secret: true, is_set: false, source: 'default' }],
    ['host', { value: '127.0.0.1', source: 'default', at_start: true, is_guarded: true, locked: null }],
    ['agents.mine.command', { value: ['mine', '{prompt}'], source: 'file', section: 'agents', needs_restart: false }],
    ['agents.mine.label', { value: 'Mine', is_secret: false, is_set: true, is_guarded: false }],
    ['agents.mine.env.KEY', { value: null, is_secret: true, is_set: true, source: 'file', input: { is: 'text' } }],
    ['agents.shell.command', { source: 'default', fallback: 'as built in' }],
    ['webhooks.pay.secret', { value: null, is_secret: true, is_set: true, section: 'strands' }],
    ['db.sync', { input: { is: 'choice', choices: ['normal', 'full'] } }],
    ['publicUrl', { fallback: 'not set', is_set: false, value: null }],
    ['allowedHosts', { fallback: 'none', value: [] }],
    ['hooks.autoInstall', { fallback: 'true', input: { is: 'flag' } }],
    ['triage.maxTasks', { fallback: '1000' }],
    ['model.name', { fallback: 'the first that the model server lists' }],
    ['agents.mine.label', { at_start: false, variable: null, locked: null }],
  ]
  for (const [key, expected] of rows) assert.partialDeepStrictEqual(await room.row(key), { key, ...expected }, key)
  assert.match((await room.row('model.name'))?.locked ?? '', /SERVICE_MODEL/)
  assert.match((await room.row('accessToken'))?.locked ?? '', /environment variable ACCESS_TOKEN alone/)
  assert.notEqual((await room.row('agents.mine.command'))?.fallback, 'as built in')
})

test('a change is kept with who made it, a look at one and one that changes nothing are not', async () => {
  const home = await newHome()
  await using room = await open(home)
  const looked = await room.patch({ set: { 'triage.maxTasks': 7 } }, { query: '?dry_run=true' })
  assert.deepEqual([looked.dry_run, looked.changed], [true, ['triage.maxTasks']])
  await room.patch({ set: { 'triage.maxTasks': 50 } })
  assert.deepEqual([room.told(), (await room.row('triage.maxTasks'))?.value], [[], 50])

  const changed = await room.patch({ set: { 'triage.maxTasks': 7, port: 7421 } })
  assert.deepEqual([changed.dry_run, changed.changed, changed.cleared], [false, ['port', 'triage.maxTasks'], []])
  assert.deepEqual([(await room.row('port'))?.needs_restart, (await room.row('host'))?.needs_restart], [true, false])
  const moved = await room.patch({ set: { 'gateway.url': 'ws://127.0.0.1:10' } })
  assert.deepEqual(moved.cleared, ['gateway.token'])
  await room.patch({ unset: ['triage.maxTasks'] }, { headers: { 'x-agent-session': 'ada' } })
  assert.deepEqual(room.told(), [
    ['settings.changed', 'person', 'access_token', 'changed port, triage.maxTasks'],
    ['settings.changed', 'person', 'access_token', `changed ${moved.changed.join(', ')}`],
    ['settings.changed', 'agent', 'ada', 'changed triage.maxTasks'],
  ])
})

test('who gets in is changed by the access token', async () => {
  await using room = await open(await newHome())
  const { changed } = await room.patch({ set: { requireTokenLocally: true } })
  assert.deepEqual(changed, ['requireTokenLocally'])
})

test('what is edited by hand is told, with what is wrong in it while that is not in force', async () => {
  const home = await newHome()
  const room = await open(home)
  try {
    await writeFile(join(home, 'config.json'), '{ "triage": { "maxTasks": "many" } }')
    const broken = await room.read()
    assert.deepEqual(
      broken.problems.map(({ field }) => field),
      ['triage.maxTasks'],
    )
    assert.equal((await room.row('triage.maxTasks'))?.value, 50)
    await writeFile(join(home, 'config.json'), JSON.stringify({ ...first, triage: { maxTasks: 9 } }))
    assert.equal((await room.row('triage.maxTasks'))?.value, 9)
  } finally {
    // Its end waits until all of it is kept.
    await room[Symbol.asyncDispose]()
  }
  const [refused, edited] = room.told()
  assert.deepEqual(refused?.slice(0, 3), ['settings.refused', 'person', 'config.json, by hand'])
  assert.match(String(refused?.[3]), /not in force: triage\.maxTasks must/)
  assert.deepEqual(edited, ['settings.changed', 'person', 'config.json, by hand', 'changed triage.maxTasks'])
})

test('a start tells what was changed while the service was down, once, and nothing the first time', async () => {
  const home = await newHome()
  const path = join(home, 'config.json')
  const startsWith = async (): Promise<unknown[]> => {
    await using room = await open(home)
    return room.told().map(([, , name, text]) => [name, text])
  }
  assert.deepEqual(await startsWith(), [])
  assert.deepEqual(await startsWith(), [])
  await writeFile(path, JSON.stringify({ ...first, triage: { maxTasks: 3 } }))
  const told = [['config.json, by hand or by command', 'changed triage.maxTasks while the service was down']]
  assert.deepEqual(await startsWith(), told)
  assert.deepEqual(await startsWith(), [])
  assert.doesNotMatch(await readFile(join(home, 'config-known.json'), 'utf8'), new RegExp(secret))
  // What somebody wrote into the file of what is known tells nothing, and is written anew.
  for (const text of ['{', '{"keys": 1}']) {
    await writeFile(join(home, 'config-known.json'), text)
    assert.deepEqual(await startsWith(), [], text)
  }
  await writeFile(path, JSON.stringify(first))
  assert.deepEqual(await startsWith(), told)
})

test('what is tried is what is asked about: an agent by whoever launches them, a server by asking it', async () => {
  await using room = await open(await newHome({ ...first, model: { url: 'http://127.0.0.1:9/v1' } }))
  const agent = await room.tried({ what: 'agent', agent_type: 'mine' })
  assert.deepEqual([agent.status, agent.body.reason], [400, 'No agent is launched here.'])
  const model = await room.tried({ what: 'model' })
  assert.deepEqual([model.status, model.body.works, model.body.steps.length], [200, false, 1])
})

test('after the end of the room nothing more is kept', async () => {
  const home = await newHome()
  await using room = await open(home)
  await room.room[Symbol.asyncDispose]()
  await writeFile(join(home, 'config.json'), JSON.stringify({ ...first, triage: { maxTasks: 3 } }))
  await room.settings.look()
  assert.deepEqual(room.told(), [])
})

test('a start goes on when it can neither read nor keep what is known, and the log says so', async () => {
  const home = await newHome()
  // Broken text is no fault of the disk: it is written anew without a word.
  await writeFile(join(home, 'config-known.json'), '{')
  {
    await using room = await open(home)
    assert.deepEqual([room.told(), room.warned], [[], []])
  }
  await rm(join(home, 'config-known.json'))
  await mkdir(join(home, 'config-known.json'))
  await using room = await open(home)
  assert.deepEqual(room.warned, [
    'which settings were changed meanwhile could not be looked up',
    'which settings are known could not be kept',
  ])
  assert.equal((await room.row('triage.maxTasks'))?.value, 50)
})
