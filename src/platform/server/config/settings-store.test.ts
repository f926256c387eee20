import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile, lstat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { ok } from '#base/result.ts'
import { ManualTime } from '#testing/manual-time.testkit.ts'
import { silentLog } from '../log/log.ts'
import { loadConfig } from './load-config.ts'
import { openSettings, type ChangeRequest, type SettingsNews } from './settings-store.ts'

const folder = await mkdtemp(join(tmpdir(), 'orrery-settings-'))
after(() => rm(folder, { recursive: true, force: true }))
let homes = 0

const parseTemplate = (command: string | readonly string[]) =>
  ok(typeof command === 'string' ? command.split(' ') : command)

async function open(text: string | null, environment: Readonly<Record<string, string>> = {}) {
  const home = join(folder, String((homes += 1)))
  const path = join(home, 'config.json')
  await mkdir(home, { mode: 0o700 })
  if (text !== null) await writeFile(path, text, { mode: 0o600 })
  const loaded = loadConfig({ environment: { ...environment, SERVICE_HOME: home }, userHome: '/', parseTemplate })
  assert.ok(loaded.ok)
  const time = new ManualTime('2026-11-20T12:00:00.000Z')
  const store = openSettings({
    loaded: loaded.value,
    clock: time,
    timers: time,
    log: silentLog,
  })
  const news: SettingsNews[] = []
  store.hear((one) => news.push(one))
  const change = async (request: Partial<ChangeRequest>) => {
    const { revision } = await store.look()
    return store.change({ revision, set: {}, unset: [], mayOpen: false, isDryRun: false, ...request })
  }
  const read = () => readFile(path, 'utf8')
  return { home, path, store, time, news, change, read, [Symbol.asyncDispose]: () => store[Symbol.asyncDispose]() }
}

const text = '{\n  "zebra": 1,\n  "model": { "name": "small" },\n  "triage": {\n    "maxTasks": 5\n  }\n}\n'.replace(
  '  "zebra": 1,\n',
  '  "retention": { "triageDays": 9 },\n',
)

test('a change is on the disk and in force when it is answered; order and layout of the file stay, a copy is kept', async () => {
  await using room = await open(text)
  const followed: unknown[] = []
  room.store.follow((now, before) => followed.push([before.triage.maxTasks, now.triage.maxTasks]))
  const changed = await room.change({ set: { 'triage.maxTasks': 7, 'model.timeoutSeconds': 20 } })
  assert.ok(changed.ok)
  assert.deepEqual(changed.value.changed, ['model.timeoutSeconds', 'triage.maxTasks'])
  assert.equal(
    await room.read(),
    text.replace('"maxTasks": 5', '"maxTasks": 7').replace('"name": "small"', '"name": "small", "timeoutSeconds": 20'),
  )
  assert.equal(room.store.now().triage.maxTasks, 7)
  assert.deepEqual(followed, [[5, 7]])
  const copies = await readdir(join(room.home, 'config-copies'))
  assert.equal(copies.length, 1)
  assert.equal(await readFile(join(room.home, 'config-copies', copies[0] ?? ''), 'utf8'), text)
  assert.equal((await stat(room.path)).mode & 0o777, 0o600)
})

test('without a file one is made; what is unset goes, with the group that it leaves empty', async () => {
  await using room = await open(null)
  assert.ok((await room.change({ set: { 'model.name': 'qwen3:8b' } })).ok)
  assert.equal(await room.read(), '{\n  "model": {\n    "name": "qwen3:8b"\n  }\n}\n')
  assert.ok((await room.change({ unset: ['model.name'] })).ok)
  assert.deepEqual(JSON.parse(await room.read()), {})
  assert.equal(room.store.now().model.name, null)
})

test('one value that does not fit: each is named, and nothing is written', async () => {
  await using room = await open(text)
  const refused = await room.change({
    set: { 'triage.maxTasks': 0, 'model.name': 'other', 'modle.url': 1, 'agents.mine.label': 'Mine' },
    unset: ['model'],
  })
  assert.ok(!refused.ok)
  assert.equal(refused.error.error, 'invalid_request')
  assert.deepEqual(
    refused.error.details?.map(({ field, reason }) => `${field} ${reason}`),
    [
      'modle.url is no known key; did you mean model?',
      'model holds several settings: name one of model.url, model.name, model.contextTokens, model.timeoutSeconds',
    ],
  )
  const values = await room.change({
    set: { 'triage.maxTasks': 0, 'model.name': 'other', 'agents.mine.label': 'Mine' },
  })
  assert.deepEqual(!values.ok && values.error.details, [
    { field: 'triage.maxTasks', reason: 'must be a whole number from 1 to 100000' },
    { field: 'agents.mine', reason: 'needs a command, since it is no built-in type' },
  ])
  assert.equal(await room.read(), text)
  assert.equal(room.store.now().model.name, 'small')
})

test('of two editors the second hears that the file is another', async () => {
  await using room = await open(text)
  const { revision } = await room.store.look()
  assert.ok((await room.change({ revision, set: { 'model.name': 'mine' } })).ok)
  const late = await room.change({ revision, set: { 'model.name': 'yours' } })
  assert.equal(!late.ok && late.error.error, 'changed_elsewhere')
  assert.equal(room.store.now().model.name, 'mine')
})

test('a hundred at once with one revision: exactly one is taken', async () => {
  await using room = await open(text)
  const { revision } = await room.store.look()
  const all = await Promise.all(
    Array.from({ length: 100 }, (_, at) => room.change({ revision, set: { 'triage.maxTasks': at + 10 } })),
  )
  assert.equal(all.filter(({ ok: isOk }) => isOk).length, 1)
  assert.equal(JSON.parse(await room.read()).triage.maxTasks, room.store.now().triage.maxTasks)
})

test('what the environment sets is read-only', async () => {
  await using room = await open(text, { SERVICE_MODEL: 'theirs' })
  const refused = await room.change({ set: { 'model.name': 'mine' } })
  assert.match(
    (!refused.ok && refused.error.details?.[0]?.reason) || '',
    /environment variable SERVICE_MODEL, which wins/,
  )
  const variable = await room.change({ set: { accessToken: 'x' } })
  assert.match((!variable.ok && variable.error.details?.[0]?.reason) || '', /set the environment variable ACCESS_TOKEN/)
  assert.equal(await room.read(), text)
})

test('another address loses the secret that was meant for the old one, unless a new one comes along', async () => {
  const gateway = '{ "gateway": { "url": "ws://127.0.0.1:1", "token": "secret-of-one" } }'
  await using room = await open(gateway)
  const same = await room.change({ set: { 'gateway.url': 'ws://127.0.0.1:1/' } })
  assert.deepEqual(same.ok && same.value.cleared, [], 'it is the same address')
  const moved = await room.change({ set: { 'gateway.url': 'ws://evil.example:1' } })
  assert.deepEqual(moved.ok && moved.value.cleared, ['gateway.token'])
  assert.equal(room.store.now().gateway.token, null)
  assert.ok(!(await room.read()).includes('secret-of-one'))
  const both = await room.change({ set: { 'gateway.url': 'ws://127.0.0.1:1', 'gateway.token': 'new' } })
  assert.deepEqual(both.ok && both.value.cleared, [])
  assert.equal(room.store.now().gateway.token, 'new')
  const unset = await room.change({ unset: ['gateway.url'] })
  assert.deepEqual(unset.ok && unset.value.cleared, ['gateway.token'], 'the default is another address, too')
})

test('who gets in is changed by the access token alone, and in force from the next start on', async () => {
  await using room = await open(text)
  for (const set of [{ host: '0.0.0.0' }, { publicUrl: 'https://x.example' }, { allowedHosts: ['x'] }]) {
    const refused = await room.change({ set })
    assert.equal(!refused.ok && refused.error.error, 'access_token_needed')
    const tried = await room.change({ set, isDryRun: true })
    assert.equal(!tried.ok && tried.error.error, 'access_token_needed', 'a dry run says so, too')
  }
  assert.equal(await room.read(), text)
  const opened = await room.change({ set: { host: '0.0.0.0' }, mayOpen: true })
  assert.ok(opened.ok)
  assert.equal(room.store.now().host, '127.0.0.1')
  assert.equal(opened.value.state.resolved.config.host, '0.0.0.0')
})

test('a dry run writes nothing', async () => {
  await using room = await open(text)
  const tried = await room.change({ set: { 'triage.maxTasks': 7 }, isDryRun: true })
  assert.deepEqual(tried.ok && tried.value.changed, ['triage.maxTasks'])
  assert.equal(await room.read(), text)
  assert.equal(room.store.now().triage.maxTasks, 5)
})

test('a file that is edited by hand is in force within two seconds, or refused in words while the old one stays', async () => {
  await using room = await open(text)
  await room.store.look()
  await writeFile(room.path, '{ "triage": { "maxTasks": 11 } }')
  await passTwoSeconds(room)
  assert.equal(room.store.now().triage.maxTasks, 11)
  assert.deepEqual(room.news, [{ kind: 'edited', changed: ['triage.maxTasks', 'model.name', 'retention.triageDays'] }])
  await writeFile(room.path, '{ "triage": { "maxTasks": "many" } }')
  await passTwoSeconds(room)
  assert.equal(room.store.now().triage.maxTasks, 11)
  const problems = [{ at: 'triage.maxTasks', reason: 'must be a whole number from 1 to 100000' }]
  assert.deepEqual(room.news.slice(1), [{ kind: 'not_taken', problems }])
  assert.deepEqual((await room.store.look()).problems, problems)
  const mended = await room.change({ set: { 'triage.maxTasks': 12 } })
  assert.ok(mended.ok, 'a change may mend it')
  assert.deepEqual(mended.value.state.problems, [])
})

test('a file that is no JSON, or gone for a moment, changes nothing; a change refuses to write over it', async () => {
  await using room = await open(text)
  await room.store.look()
  await writeFile(room.path, '{ "triage": ')
  const refused = await room.change({ set: { 'triage.maxTasks': 12 } })
  assert.equal(!refused.ok && refused.error.error, 'conflict')
  assert.equal(await room.read(), '{ "triage": ')
  assert.deepEqual(
    room.news.filter(({ kind }) => kind === 'edited'),
    [],
  )
  await rm(room.path)
  await room.store.look()
  assert.equal(room.store.now().triage.maxTasks, 5)
  await passTwoSeconds(room)
  assert.equal(room.store.now().triage.maxTasks, 1000, 'a file that stays away means the defaults')
})

test('a link is written through, and stays a link', async () => {
  await using room = await open(null)
  const target = join(room.home, 'mine.json')
  await writeFile(target, text, { mode: 0o644 })
  await symlink(target, room.path)
  assert.ok((await room.change({ set: { 'triage.maxTasks': 7 } })).ok)
  assert.ok((await lstat(room.path)).isSymbolicLink())
  assert.equal(JSON.parse(await readFile(target, 'utf8')).triage.maxTasks, 7)
  assert.equal((await stat(target)).mode & 0o777, 0o644)
})

test('variables of an agent type are set one by one, and a type is taken out whole', async () => {
  await using room = await open('{ "agents": { "aider": { "command": ["codex"], "env": { "A": "1" } } } }')
  assert.ok((await room.change({ set: { 'agents.aider.env.B': '2', 'webhooks.my.strand.secret': 's' } })).ok)
  assert.deepEqual(room.store.now().agents.aider?.env, { A: '1', B: '2' })
  assert.deepEqual(room.store.now().webhooks, { 'my.strand': { secret: 's' } })
  assert.ok((await room.change({ unset: ['agents.aider', 'webhooks.my.strand'] })).ok)
  assert.deepEqual(JSON.parse(await room.read()), {})
  assert.equal(room.store.now().agents.aider, undefined)
})

async function passTwoSeconds({ time, store }: Pick<Awaited<ReturnType<typeof open>>, 'time' | 'store'>) {
  for (let at = 0; at < 20; at += 1) {
    await time.pass(100)
    await store.change({ revision: 'none of it', set: {}, unset: [], mayOpen: false, isDryRun: true })
  }
}
