// Backups of a service that works: whole, consistent, private, restored in another home, and never half.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { execFileSync, spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, test } from 'node:test'
import type { Backup, BackupList } from '#rooms/system/contract.ts'
import { makeHome, type TestHome } from '../../support/home.ts'
import { ingest } from '../../support/http.ts'
import { orrery, startService, type Service } from '../../support/service.ts'
import { until } from '../../support/until.ts'

let place: TestHome
let service: Service

before(async () => {
  place = await makeHome()
  service = await startService(place)
  await service.call('POST /api/tasks', { json: { id: 'T-1', title: 'Keep this' } })
  mkdirSync(join(place.home, 'workflows'), { recursive: true, mode: 0o700 })
  writeFileSync(join(place.home, 'workflows', 'helper.ts'), 'export const answer = 42\n')
  symlinkSync('/etc/passwd', join(place.home, 'workflows', 'outside.ts'))
})
after(async () => {
  await service[Symbol.asyncDispose]()
  await place[Symbol.asyncDispose]()
})

const folder = () => join(place.home, 'backups')
const list = async (): Promise<BackupList> =>
  (await service.call('GET /api/system/backups', { token: service.token })).json as BackupList

async function make(body: object = {}): Promise<Backup> {
  const { status, text, json } = await service.call('POST /api/system/backup', { token: service.token, json: body })
  assert.equal(status, 201, text)
  return json.backup as Backup
}

/** What a home knows, read where no service writes. */
function knowledgeOf(path: string) {
  const database = new DatabaseSync(path, { readOnly: true })
  try {
    const rows = database.prepare('SELECT seq, session_id, at, event FROM session_events ORDER BY seq').all()
    const [check] = database.prepare('PRAGMA integrity_check').all()
    return { events: rows.map((row) => JSON.stringify(row)), check: check?.integrity_check }
  } finally {
    database.close()
  }
}

test('a backup under load is one moment of the log, and a second home that is restored from it knows that moment', async () => {
  let sent = 0
  const load = new AbortController()
  const agents = Promise.all(
    Array.from({ length: 4 }, async (_, agent) => {
      for (let nth = 0; !load.signal.aborted; nth++) {
        await ingest(service, { tmux_session: `agent-${agent}-${nth % 20}`, event: nth < 20 ? 'start' : 'tool_use' })
        sent += 1
      }
    }),
  )
  await until('events come in', () => sent > 200)
  const before = sent
  const backup = await make()
  const made = sent
  load.abort()
  await agents
  assert.equal(backup.state, 'done')
  assert.ok(made > before, 'events were taken while it was made')

  await using other = await makeHome()
  const restored = await orrery(other, ['restore', backup.path])
  assert.equal(restored.code, 0, restored.err)
  const copy = knowledgeOf(join(other.home, 'service.db'))
  const whole = knowledgeOf(join(place.home, 'service.db'))
  assert.equal(copy.check, 'ok')
  assert.ok(copy.events.length >= before && copy.events.length <= whole.events.length)
  // One moment: an event is there with all that were committed before it.
  assert.deepEqual(copy.events, whole.events.slice(0, copy.events.length))
  assert.equal(readFileSync(join(other.home, 'workflows', 'helper.ts'), 'utf8'), 'export const answer = 42\n')
  assert.equal(existsSync(join(other.home, 'workflows', 'outside.ts')), false, 'what a link leads to is not ours')

  await using second = await startService(other)
  const { json } = await second.call('GET /api/tasks/T-1')
  assert.equal((json.task as { title: string }).title, 'Keep this')
  const sessions = (await second.call('GET /api/hooks/sessions')).json.sessions as object[]
  assert.equal(sessions.length, 80)
})

test('an archive is for its owner alone, holds no token, and tar and sha256sum read it', async () => {
  const { path } = await make()
  assert.equal(statSync(path).mode & 0o777, 0o600)
  assert.equal(statSync(folder()).mode & 0o777, 0o700)
  const unpacked = join(place.root, 'unpacked')
  mkdirSync(unpacked)
  execFileSync('tar', ['-xzf', path, '-C', unpacked])
  execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: unpacked })
  const names = readdirSync(unpacked)
  assert.deepEqual(
    names.filter((name) => /token|logins|key|lock|reserve|backups|service-log/.test(name)),
    [],
  )
  for (const name of ['access-token', 'logins.json', 'hook-key'].filter((name) => existsSync(join(place.home, name)))) {
    const secret = readFileSync(join(place.home, name), 'utf8').trim()
    const { stdout } = spawnSync('grep', ['-rlaF', '--', secret, '.'], { cwd: unpacked, encoding: 'utf8' })
    assert.equal(stdout, '', `what stands in ${name}`)
  }
})

test('who has no credentials neither makes, lists, reads nor deletes one', async () => {
  const { id } = await make()
  for (const route of [
    'POST /api/system/backup',
    'GET /api/system/backups',
    `GET /api/system/backups/${id}/archive`,
    `DELETE /api/system/backups/${id}`,
    'GET /api/system',
    'GET /api/system/logs',
    'GET /api/system/doctor',
  ]) {
    assert.equal((await service.call(route, { json: route.startsWith('POST') ? {} : undefined })).status, 401, route)
  }
})

test('an archive is downloaded whole; no id and no link leads out of the folder', async () => {
  const { token } = service
  const { id, bytes } = await make()
  const { headers } = await service.call(`GET /api/system/backups/${id}/archive`, { token })
  assert.equal(headers['content-length'], String(bytes))
  assert.equal(headers['content-disposition'], `attachment; filename="orrery-${id}.tar.gz"`)
  const link = '20200101T000000Z'
  symlinkSync(join(place.home, 'access-token'), join(folder(), `orrery-${link}.tar.gz`))
  assert.equal(
    (await list()).backups.some((backup) => backup.id === link),
    false,
  )
  const escapes = ['..%2f..%2faccess-token', '../../access-token', '%2e%2e', '..', link, '20200101T000000Z%00', 'x']
  for (const escape of escapes) {
    const answer = await service.call(`GET /api/system/backups/${escape}/archive`, { token })
    assert.ok([400, 404].includes(answer.status), `${escape}: ${answer.status}`)
    assert.ok(!answer.text.includes(token), escape)
    const removed = await service.call(`DELETE /api/system/backups/${escape}`, { token })
    assert.ok(removed.status === 400 || removed.status === 404 || escape === link, `${escape}: ${removed.status}`)
  }
  assert.ok(existsSync(join(place.home, 'access-token')))
})

test('one at a time, and so many are kept as were asked for', async () => {
  const answers = await Promise.all(
    Array.from({ length: 3 }, () =>
      service.call('POST /api/system/backup', { token: service.token, json: { keep: 1 } }),
    ),
  )
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((one, other) => one - other),
    [201, 409, 409],
  )
  const { backups } = await list()
  assert.equal(backups.length, 1)
  const gone = await orrery(place, ['backup', '--delete', backups[0]?.id ?? ''])
  assert.equal(gone.code, 0, gone.err)
  assert.deepEqual((await list()).backups, [])
})

test('kill -9 of the service, or of the process that makes it, leaves nothing that is listed and no copy', async () => {
  const filler = join(place.home, 'logs')
  mkdirSync(filler, { recursive: true, mode: 0o700 })
  writeFileSync(join(filler, 'large.log'), randomBytes(48 * 1024 * 1024))
  const asked = service.call('POST /api/system/backup', { token: service.token, json: {} }).catch(() => null)
  await until('it is under way', () => readdirSync(folder()).some((name) => name.endsWith('.tmp')))
  await service.kill()
  await asked
  service = await startService(place)
  await until('its process is gone, too', () => !readdirSync(folder()).some((name) => name.endsWith('.tmp')))
  assert.deepEqual((await list()).backups, [])

  const cut = service.call('POST /api/system/backup', { token: service.token, json: {} })
  const pid = await until(
    'the copy names its process',
    () =>
      /\.(?<pid>\d+)\.2\.tmp$/.exec(readdirSync(folder()).find((name) => name.endsWith('.2.tmp')) ?? '')?.groups?.pid,
  )
  process.kill(Number(pid), 'SIGKILL')
  const { status, json } = await cut
  assert.equal(status, 503)
  assert.match(String(json.reason), /its process ended early/)
  assert.deepEqual(
    (await list()).backups.map(({ state }) => state),
    ['failed'],
  )
  assert.equal(
    readdirSync(folder()).some((name) => name.endsWith('.tmp')),
    false,
  )
  assert.equal((await make({ outputs: 'left_out' })).state, 'done')
})

test('a damaged archive, one of a newer program, and a home that is in use are refused, and nothing is changed', async () => {
  const { path, id } = await make({ outputs: 'left_out' })
  const busy = await orrery(place, ['restore', id])
  assert.equal(busy.code, 75, busy.err)
  await using other = await makeHome()
  const damaged = join(other.root, 'damaged.tar.gz')
  copyFileSync(path, damaged)
  const bytes = readFileSync(damaged)
  bytes.fill(0, bytes.length >> 1, (bytes.length >> 1) + 64)
  writeFileSync(damaged, bytes)
  const refused = await orrery(other, ['restore', damaged])
  assert.deepEqual([refused.code, existsSync(other.home)], [1, false], refused.err)
  assert.match(refused.err, /can't be restored/)

  const unpacked = join(other.root, 'newer')
  mkdirSync(unpacked)
  execFileSync('tar', ['-xzf', path, '-C', unpacked])
  const manifest = JSON.parse(readFileSync(join(unpacked, 'manifest.json'), 'utf8')) as object
  writeFileSync(join(unpacked, 'manifest.json'), JSON.stringify({ ...manifest, schema: 9999, version: '99.0.0' }))
  const rest = readdirSync(unpacked).filter((name) => name !== 'manifest.json')
  execFileSync('tar', ['-czf', '../newer.tar.gz', '--format=ustar', 'manifest.json', ...rest], { cwd: unpacked })
  const newer = await orrery(other, ['restore', join(other.root, 'newer.tar.gz')])
  assert.equal(newer.code, 1)
  assert.match(newer.err, /Orrery 99\.0\.0/)
  assert.equal(existsSync(other.home), false)
})

test('a restore into a home that was used keeps it aside, with its token in place', async () => {
  const { id } = await make({ outputs: 'left_out' })
  await service.call('POST /api/tasks', { json: { id: 'T-2', title: 'Made later' } })
  const token = readFileSync(join(place.home, 'access-token'), 'utf8')
  await service.stop()
  const { code, out, err } = await orrery(place, ['restore', id, '--json'])
  assert.equal(code, 0, err)
  const { kept_aside: aside } = JSON.parse(out) as { kept_aside: string }
  assert.ok(existsSync(join(aside, 'service.db')))
  assert.equal(readFileSync(join(place.home, 'access-token'), 'utf8'), token)
  service = await startService(place)
  assert.equal((await service.call('GET /api/tasks/T-1')).status, 200)
  assert.equal((await service.call('GET /api/tasks/T-2')).status, 404)
  assert.ok((await list()).backups.some((backup) => backup.id === id))
})
