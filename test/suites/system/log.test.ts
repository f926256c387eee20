// The service's own log: kept in the home without secrets, paged and followed by who has credentials.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { LogAnswer, SystemAnswer } from '#rooms/system/contract.ts'
import { makeHome, type TestHome } from '../../support/home.ts'
import { orrery, startService, type Service } from '../../support/service.ts'

const planted = 'pLaNtEd0123456789secret'
let place: TestHome
let service: Service

before(async () => {
  place = await makeHome()
  service = await startService(place, { env: { ACCESS_TOKEN: planted } })
})
after(async () => {
  await service[Symbol.asyncDispose]()
  await place[Symbol.asyncDispose]()
})

const read = async (query = ''): Promise<LogAnswer> =>
  (await service.call(`GET /api/system/logs${query}`, { token: planted })).json as LogAnswer

test('no planted secret stands in the files of the log, in its answers or in the other answers of the system', async () => {
  await service.call(`GET /api/system?token=${planted}`, { token: planted })
  await service.call('POST /api/hooks/ingest', { body: `{"token":"${planted}`, headers: { authorization: planted } })
  const made = await service.call('POST /api/system/backup', { token: planted, json: {} })
  assert.equal(made.status, 201)
  const folder = join(place.home, 'service-log')
  assert.equal(statSync(folder).mode & 0o777, 0o700)
  for (const name of readdirSync(folder)) {
    assert.equal(statSync(join(folder, name)).mode & 0o777, 0o600)
    assert.ok(!readFileSync(join(folder, name), 'utf8').includes(planted), name)
  }
  for (const route of ['', '/logs', '/doctor', '/backups']) {
    const { status, text } = await service.call(`GET /api/system${route}`, { token: planted })
    assert.equal(status, 200, route)
    assert.ok(!text.includes(planted), route)
  }
})

test('pages and what is new are read by the places that answers name; others are refused', async () => {
  const { rows, newest } = await read()
  assert.ok(rows.some(({ message }) => message === 'the service is ready'))
  assert.deepEqual((await read(`?after=${newest}`)).rows, [])
  await service.call('POST /api/system/backup', { token: planted, json: {} })
  assert.deepEqual(
    (await read(`?after=${newest}`)).rows.map(({ message }) => message),
    ['a backup is done'],
  )
  assert.deepEqual((await read('?level=error')).rows, [])
  const first = await read('?limit=1')
  const second = await read(`?limit=1&cursor=${first.next_cursor}`)
  assert.notEqual(second.rows[0]?.id, first.rows[0]?.id)
  for (const bad of [
    '?cursor=x',
    '?cursor=../../x',
    '?after=1',
    '?level=loud',
    '?cursor=1.0&after=1.0',
    '?limit=201',
  ]) {
    assert.equal((await service.call(`GET /api/system/logs${bad}`, { token: planted })).status, 400, bad)
  }
})

test('the command line prints the same, oldest first, and keeps it over a restart', async () => {
  await service.stop()
  service = await startService(place, { env: { ACCESS_TOKEN: planted } })
  const env = { ACCESS_TOKEN: planted }
  const { code, out, err } = await orrery(place, ['system', 'logs', '--level', 'info', '-n', '100'], { env })
  assert.equal(code, 0, err)
  assert.equal(out.match(/the service is ready/g)?.length, 2)
  assert.match(out.trimEnd().split('\n').at(-1) ?? '', /info /)
  const shown = await orrery(place, ['system'], { env })
  assert.match(shown.out, /^Access +Only this machine reaches it\./m)
  const now = JSON.parse((await orrery(place, ['system', '--json'], { env })).out) as SystemAnswer
  assert.deepEqual([now.service.pid, now.service.home, now.sessions.total], [service.pid, place.home, 0])
})
