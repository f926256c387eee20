// 1,000 random PATCHes by editors that know nothing of each other, and a reader beside them: config.json is valid at every moment
// and after each answer what was answered.
import assert from 'node:assert/strict'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import type { SettingsChanged } from '#rooms/settings/contract.ts'
import { makeHome } from '../../support/home.ts'
import { startService } from '../../support/service.ts'

const seed = Number(process.env.ORRERY_SEED ?? Math.floor(Math.random() * 2 ** 31))
const secrets = ['a-secret-token', 'a-secret-key', 'a-webhook-secret']

const changes: readonly (readonly [string, readonly unknown[]])[] = [
  ['triage.maxTasks', [5, 6, 7, 0, 'many', null]],
  ['model.name', ['small', 'big', null, '']],
  ['model.url', ['http://127.0.0.1:1', 'http://127.0.0.1:2', 'ftp://x']],
  ['gateway.url', ['ws://127.0.0.1:1', 'ws://127.0.0.1:2', 7]],
  ['gateway.token', [secrets[0], null]],
  ['flow.capabilities', [[], ['a'], ['a', 'b'], 'a']],
  ['db.sync', ['full', 'normal', 'half']],
  ['agents.mine', [{ command: ['true'] }, { command: ['true'], env: { KEY: secrets[1] } }, { label: 'no command' }]],
  ['agents.mine.label', ['Mine', 'Ours', '']],
  ['webhooks.a.b.secret', [secrets[2], '']],
  ['host', ['0.0.0.0']],
  ['no.such.key', [1]],
  ['__proto__', [{}]],
]

function numbersFrom(start: number): (below: number) => number {
  let state = start
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

/** The values of a file by their keys, as rows name them. */
function keysOf(file: Readonly<Record<string, unknown>>): Map<string, unknown> {
  const found = new Map<string, unknown>()
  const walk = (value: unknown, path: string): void => {
    const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value)
    if (!isGroup) return void found.set(path, value)
    for (const [name, inner] of Object.entries(value)) walk(inner, path === '' ? name : `${path}.${name}`)
  }
  walk(file, '')
  return found
}

test('1,000 random changes', async (context) => {
  context.diagnostic(`ORRERY_SEED=${seed}`)
  await using place = await makeHome()
  const path = join(place.home, 'config.json')
  await mkdir(place.home, { recursive: true, mode: 0o700 })
  await writeFile(path, '{\n\t"retention": { "triageDays": 9 }\n}\n', { mode: 0o600 })
  await using service = await startService(place)
  const { token } = service
  const link = await service.call('POST /api/system/login-links', { token, json: {} })
  const login = String((await service.call('POST /api/auth/login', { json: { code: link.json.code } })).json.token)
  const below = numbersFrom(seed)
  const pick = <T>(from: readonly T[]): T => from[below(from.length)] as T

  const reading = new AbortController()
  let looks = 0
  async function readOn(): Promise<void> {
    while (!reading.signal.aborted) {
      JSON.parse(await readFile(path, 'utf8'))
      looks += 1
      await setImmediate()
    }
  }
  const reader = readOn()

  let revision = String((await service.call('GET /api/system/settings', { token })).json.revision)
  const outcomes = new Map<number, number>()
  /** Two editors that saw the same file: of two that change something one is taken at most. */
  for (let round = 0; round < 500; round += 1) {
    const ask = () => {
      const set = Object.fromEntries(
        Array.from({ length: 1 + below(2) }, () => pick(changes)).map(([key, values]) => [key, pick(values)]),
      )
      const unset = below(4) === 0 ? [pick(changes)[0]] : []
      const json = { revision, set, unset }
      return service.call('PATCH /api/system/settings', { token: below(8) === 0 ? token : login, json })
    }
    const answers = await Promise.all([ask(), ask()])
    for (const { status, text } of answers) {
      outcomes.set(status, (outcomes.get(status) ?? 0) + 1)
      assert.ok([200, 400, 403, 409].includes(status), `${status} ${text}`)
      for (const secret of secrets) assert.ok(!text.includes(secret), `${secret} came back`)
    }
    const taken = answers.filter(({ status }) => status === 200).map(({ json }) => json as SettingsChanged)
    assert.ok(taken.filter(({ changed }) => changed.length > 0).length <= 1, `round ${round}: both were taken`)
    const last = taken.find(({ changed }) => changed.length > 0) ?? taken.at(-1)
    if (last === undefined) continue
    revision = last.revision
    const inFile = keysOf(JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>)
    const rows = last.settings.filter(({ source, is_set: isSet }) => source === 'file' && isSet)
    for (const row of rows) {
      assert.ok(inFile.has(row.key), `round ${round}: ${row.key} was answered and is not in the file`)
      if (!row.is_secret) assert.deepEqual(row.value, inFile.get(row.key), `round ${round}: ${row.key}`)
    }
    const told = new Set(rows.map(({ key }) => key))
    for (const [key, value] of inFile) {
      if (value !== null) assert.ok(told.has(key), `round ${round}: ${key} is in the file and was not answered`)
    }
  }
  reading.abort()
  await reader
  context.diagnostic(`${looks} looks, ${JSON.stringify(Object.fromEntries(outcomes))}`)
  for (const status of [200, 400, 403, 409]) assert.ok((outcomes.get(status) ?? 0) > 0, `never ${status}`)
  for (const secret of secrets) assert.ok(!service.stderr().includes(secret), 'the log has a secret')
  await service.stop()
  await using next = await startService(place)
  assert.deepEqual((await next.call('GET /api/system/settings', { token: next.token })).json.problems, [])
})
