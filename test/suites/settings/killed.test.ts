// kill -9 at each write point of a PATCH: config.json is as it was, or what was asked, never in between, and the next start takes it.
import assert from 'node:assert/strict'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { SettingsAnswer } from '#rooms/settings/contract.ts'
import { makeHome, type TestHome } from '../../support/home.ts'
import { orrery, startService, StartFailed } from '../../support/service.ts'
import { assertNothingTorn, dyingAt, isCutOff } from '../threats/kill-rig.ts'

const before = '{\n  "triage": { "maxTasks": 50 },\n  "gateway": { "url": "ws://127.0.0.1:9", "token": "a-token" }\n}\n'
const set = { 'triage.maxTasks': 51, 'gateway.url': 'ws://127.0.0.1:10' }
const after = { triage: { maxTasks: 51 }, gateway: { url: 'ws://127.0.0.1:10' } }

/** How many points a service passes before it is asked: what it writes then is the business of other tests. */
async function pointsOfStart(place: TestHome): Promise<number> {
  const list = join(place.root, 'points')
  const { nodeOptions = [] } = dyingAt(0)
  await using service = await startService(place, { nodeOptions, env: { ORRERY_LIST_POINTS: list } })
  assert.equal((await service.call('GET /readyz')).status, 200)
  return (await readFile(list, 'utf8')).split('\n').length - 1
}

async function writeConfig(home: string): Promise<void> {
  await mkdir(home, { recursive: true, mode: 0o700 })
  await writeFile(join(home, 'config.json'), before, { mode: 0o600 })
}

async function change({ call, token }: Awaited<ReturnType<typeof startService>>) {
  const { json } = await call('GET /api/system/settings', { token })
  return call('PATCH /api/system/settings', { token, json: { revision: json.revision, set } })
}

/** Whether it died, and what was answered before; null for no answer. */
async function changeDyingAt(place: TestHome, point: number): Promise<{ isDead: boolean; status: number | null }> {
  let status: number | null = null
  try {
    await using dying = await startService(place, dyingAt(point))
    try {
      status = (await change(dying)).status
    } catch (error) {
      if (!isCutOff(error)) throw error
    }
    return { isDead: (await dying.stop()).signal === 'SIGKILL', status }
  } catch (error) {
    if (!(error instanceof StartFailed) || error.ended.signal !== 'SIGKILL') throw error
    return { isDead: true, status }
  }
}

test('killed at each write point of a change: nothing half written, and no token at an address that it was not meant for', async () => {
  await using place = await makeHome()
  await writeConfig(place.home)
  {
    await using first = await startService(place)
    await first.stop()
  }
  const seen = { before: 0, after: 0 }
  for (let point = (await pointsOfStart(place)) + 1; ; point += 1) {
    await writeConfig(place.home)
    const { isDead, status } = await changeDyingAt(place, point)
    await assertNothingTorn(place, `point ${point}`)
    const text = await readFile(join(place.home, 'config.json'), 'utf8')
    const isBefore = text === before
    if (status === 200) assert.ok(!isBefore, `point ${point}: it was answered`)
    if (!isBefore) assert.deepEqual(JSON.parse(text), after, `point ${point}`)
    seen[isBefore ? 'before' : 'after'] += 1
    // As a start would take it.
    const { settings, problems } = JSON.parse(
      (await orrery(place, ['settings', 'list', '--json'])).out,
    ) as SettingsAnswer
    const row = (key: string) => settings.find((one) => one.key === key)
    assert.equal(row('triage.maxTasks')?.value, isBefore ? 50 : 51, `point ${point}`)
    assert.equal(row('gateway.token')?.is_set, isBefore, `point ${point}`)
    assert.deepEqual(problems, [])
    if (!isDead) break
  }
  assert.ok(seen.before > 3 && seen.after > 1, JSON.stringify(seen))
})
