// Settings over HTTP and on the command line, against the real service: what several editors do to one file.
import assert from 'node:assert/strict'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, test } from 'node:test'
import { makeHome, type TestHome } from '../../support/home.ts'
import { orrery, startService, type Service } from '../../support/service.ts'
import { until } from '../../support/until.ts'

let place: TestHome
let service: Service
let login: string

const secrets = ['a-gateway-token', 'a-webhook-secret', 'an-agents-key'] as const
const first = {
  triage: { maxTasks: 50 },
  gateway: { url: 'ws://127.0.0.1:9', token: secrets[0] },
  webhooks: { pay: { secret: secrets[1] } },
  agents: { mine: { command: ['true'], env: { KEY: secrets[2] } } },
}

before(async () => {
  place = await makeHome()
  await startServiceWith(first)
})

after(async () => {
  await service?.[Symbol.asyncDispose]()
  await place?.[Symbol.asyncDispose]()
})

async function startServiceWith(config: object): Promise<void> {
  await mkdir(place.home, { recursive: true, mode: 0o700 })
  await writeFile(file(), JSON.stringify(config, null, 2), { mode: 0o600 })
  service = await startService(place, { env: { SERVICE_MODEL: 'of-the-environment' } })
  const link = await service.call('POST /api/system/login-links', { token: service.token, json: {} })
  const answer = await service.call('POST /api/auth/login', { json: { code: String(link.json.code) } })
  login = String(answer.json.token)
}

const file = () => join(place.home, 'config.json')
const read = async () => JSON.parse(await readFile(file(), 'utf8'))
const get = () => service.call('GET /api/system/settings', { token: login })
const revision = async () => String((await get()).json.revision)
const patch = (json: object, token: string = login) => service.call('PATCH /api/system/settings', { token, json })
type Row = { readonly key: string; readonly value: unknown; readonly is_set: boolean; readonly needs_restart: boolean }
const row = async (key: string) => ((await get()).json.settings as Row[]).find((one) => one.key === key)

test('two editors at once: one is taken, the other hears that the file is another', async () => {
  const known = await revision()
  const answers = await Promise.all(
    [61, 62].map((maxTasks) => patch({ revision: known, set: { 'triage.maxTasks': maxTasks } })),
  )
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409],
  )
  assert.equal(answers.find(({ status }) => status === 409)?.json.error, 'changed_elsewhere')
  const taken = answers.findIndex(({ status }) => status === 200)
  assert.equal((await read()).triage.maxTasks, 61 + taken)
})

test('a file that is edited by hand meanwhile is not written over, and is taken by itself', async () => {
  const known = await revision()
  const byHand = { ...first, triage: { maxTasks: 77 } }
  await writeFile(file(), JSON.stringify(byHand))
  const late = await patch({ revision: known, set: { 'triage.maxTasks': 5 } })
  assert.deepEqual([late.status, late.json.error], [409, 'changed_elsewhere'])
  assert.deepEqual(await read(), byHand)
  await until('the service has taken it', async () => (await row('triage.maxTasks'))?.value === 77)
  await writeFile(file(), '{ "triage": { "maxTasks": "many" } }')
  await until('the service says what is wrong', async () => {
    const problems = (await get()).json.problems as { field: string }[]
    return problems[0]?.field === 'triage.maxTasks'
  })
  assert.equal((await row('triage.maxTasks'))?.value, 77, 'what was in force stays')
  await until('the log says so', () => /can not be used: what was in force stays/.test(service.stderr()))
  await writeFile(file(), JSON.stringify(first))
})

test('one value that does not fit: nothing of it is written', async () => {
  const before = await readFile(file(), 'utf8')
  const set = { 'triage.maxTasks': 10, 'model.contextTokens': 1, 'model.name': 'x', nothing: 1 }
  const answer = await patch({ revision: await revision(), set })
  assert.equal(answer.status, 400)
  const fields = (answer.json.details as { field: string; reason: string }[]).map(({ field }) => field)
  assert.deepEqual(fields, ['model.name', 'nothing'])
  const values = await patch({ revision: await revision(), set: { 'triage.maxTasks': 10, 'model.contextTokens': 1 } })
  assert.deepEqual(
    [values.status, (values.json.details as { field: string }[])[0]?.field],
    [400, 'model.contextTokens'],
  )
  assert.equal(await readFile(file(), 'utf8'), before)
})

test('a login may not change who gets in, the access token may, and it waits for a restart', async () => {
  const set = { allowedHosts: ['board.example'] }
  const refused = await patch({ revision: await revision(), set })
  assert.deepEqual([refused.status, refused.json.error], [403, 'access_token_needed'])
  const taken = await patch({ revision: await revision(), set }, service.token)
  assert.equal(taken.status, 200)
  assert.equal((await row('allowedHosts'))?.needs_restart, true)
  await patch({ revision: await revision(), unset: ['allowedHosts'] }, service.token)
  assert.equal((await row('allowedHosts'))?.needs_restart, false, 'back to what is in force')
})

test('a changed address takes its token away, and no secret is in any answer, log or audit row', async () => {
  const moved = await patch({ revision: await revision(), set: { 'gateway.url': 'ws://127.0.0.1:10' } })
  assert.deepEqual(moved.json.cleared, ['gateway.token'])
  assert.equal((await read()).gateway.token, undefined)
  assert.equal((await row('gateway.token'))?.is_set, false)
  const set = { 'gateway.token': 'another-gateway-token' }
  const wrong = await patch({ revision: await revision(), set: { ...set, 'webhooks.pay.secret': '', port: -1 } })
  assert.equal(wrong.status, 400)
  const taken = await patch({ revision: await revision(), set })
  assert.equal(taken.status, 200)
  const whole = await get()
  const listed = await orrery(place, ['settings', 'list', '--json'])
  const got = await orrery(place, ['settings', 'get', 'gateway.token'])
  assert.equal(got.out, 'set\n')
  const audit = auditRows()
  assert.match(audit, /settings\.changed/)
  assert.match(audit, /changed gateway\.url, gateway\.token/)
  for (const text of [audit, moved.text, wrong.text, taken.text, whole.text, listed.out, service.stderr()]) {
    for (const secret of [...secrets, 'another-gateway-token']) assert.ok(!text.includes(secret), secret)
  }
})

function auditRows(): string {
  using database = new DatabaseSync(join(place.home, 'service.db'), { readOnly: true })
  return JSON.stringify(database.prepare('SELECT * FROM audit').all())
}

test('the commands of the guide do what it says', async () => {
  const guide = await readFile(join(import.meta.dirname, '../../../docs/guide/configuration.md'), 'utf8')
  const commands = guide.match(/^orrery settings .*$/gm) ?? []
  assert.ok(commands.length >= 5)
  for (const command of commands) {
    const ran = await orrery(place, command.split(' ').slice(1))
    assert.equal(ran.code, 0, `${command}: ${ran.err}`)
  }
})

test('what changes while the service runs is in force at once: an agent type can be launched', async () => {
  const set = { 'agents.told': { command: ['sh', '-c', 'echo {prompt}'], label: 'Told' } }
  assert.equal((await patch({ revision: await revision(), set })).status, 200)
  const types = await service.call('GET /api/agents', { token: login })
  assert.match(types.text, /"agent_type":"told"/)
  assert.equal((await patch({ revision: await revision(), unset: ['agents.told'] })).status, 200)
  const later = await service.call('GET /api/agents', { token: login })
  assert.doesNotMatch(later.text, /"agent_type":"told"/)
})

test('the command line says and does the same, with the service and without', async () => {
  const settings = (...args: string[]) => orrery(place, ['settings', ...args])
  assert.deepEqual(await settings('set', 'triage.maxTasks', '123'), {
    code: 0,
    out: 'changed triage.maxTasks\n',
    err: '',
  })
  assert.equal((await settings('get', 'triage.maxTasks')).out, '123\n')
  const wrong = await settings('set', 'triage.maxTasks', '0')
  assert.equal(wrong.code, 1)
  assert.match(wrong.err, /triage\.maxTasks: must be a whole number from 1 to 100000/)
  assert.match((await settings('set', 'triage.maxTask', '1')).err, /did you mean triage\.maxTasks\?/)
  assert.match((await settings('set', 'db.sync', 'full')).err, /In force after a restart of the service: db\.sync/)
  await settings('unset', 'db.sync')
  await service.stop()
  assert.equal((await settings('set', 'retention.triageDays', '9')).code, 0)
  assert.equal((await settings('unset', 'triage.maxTasks')).out, 'changed triage.maxTasks\n')
  const file = await read()
  assert.deepEqual([file.retention.triageDays, file.triage], [9, undefined])
  const list = await settings('list', 'retention')
  assert.match(list.out, /retention\.triageDays +9 +config\.json/)
  assert.doesNotMatch(list.out, /gateway\.url/)
})

test('what was changed while the service was down is told by the next start, once', async () => {
  const told = () => auditRows().match(/changed [^"]* while the service was down/g) ?? []
  assert.deepEqual(told(), [])
  {
    await using life = await startService(place)
    assert.equal((await life.call('GET /readyz')).status, 200)
    await until('the start has told it', () => told().length > 0)
  }
  assert.deepEqual(told(), ['changed retention.triageDays, triage.maxTasks while the service was down'])
  await using again = await startService(place)
  const change = { revision: (await again.call('GET /api/system/settings', { token: again.token })).json.revision }
  const body = { ...change, set: { 'triage.maxTasks': 7 } }
  const changed = await again.call('PATCH /api/system/settings', { token: again.token, json: body })
  assert.equal(changed.status, 200)
  await again.stop()
  await using third = await startService(place)
  assert.equal((await third.call('GET /readyz')).status, 200)
  await third.stop()
  assert.equal(told().length, 1, 'a start of an unchanged file, or after a change of its own, tells nothing')
  const kept = await readFile(join(place.home, 'config-known.json'), 'utf8')
  for (const secret of secrets) assert.ok(!kept.includes(secret))
})

test('killed in the middle of a change: the file is what was answered last, or what was asked', async () => {
  for (const answered of [1, 3, 6]) {
    await rm(file(), { force: true })
    await using life = await startService(place)
    const change = async (maxTasks: number) => {
      const { json } = await life.call('GET /api/system/settings', { token: life.token })
      const body = { revision: json.revision, set: { 'triage.maxTasks': maxTasks } }
      return life.call('PATCH /api/system/settings', { token: life.token, json: body })
    }
    for (let at = 1; at <= answered; at += 1) assert.equal((await change(at)).status, 200)
    const inFlight = change(answered + 1).catch(() => null)
    await life.kill()
    await inFlight
    assert.ok([answered, answered + 1].includes((await read()).triage.maxTasks))
    await using next = await startService(place)
    assert.equal((await next.call('GET /readyz')).status, 200)
  }
})
