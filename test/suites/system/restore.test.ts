// Restoring a backup, and seeing one made: whatever ends it in the middle, the home is the old one or the restored one, and a full disk, a mount,
// an older database and a second restore are all met in words.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, test } from 'node:test'
import { migrations } from '#platform/server/db/all-migrations.ts'
import { migrate } from '#platform/server/db/migrate.ts'
import { lockHome } from '#platform/server/files/home-lock.ts'
import { makeHome, type TestHome } from '../../support/home.ts'
import { orrery, startService } from '../../support/service.ts'
import { smallDisk } from '../../support/small-disk.ts'
import { dyingAt } from '../threats/kill-rig.ts'

const megabyte = 1024 * 1024

let place: TestHome
/** One of a service that knew one task, and some output that does not shrink. */
let archive: string

before(async () => {
  place = await makeHome()
  mkdirSync(join(place.home, 'logs'), { recursive: true, mode: 0o700 })
  writeFileSync(join(place.home, 'logs', 'large.log'), randomBytes(8 * megabyte))
  await using service = await startService(place)
  const { token } = service
  await service.call('POST /api/tasks', { token, json: { id: 'T-1', title: 'In the backup' } })
  const { json } = await service.call('POST /api/system/backup', { token, json: {} })
  archive = (json.backup as { path: string }).path
  await service.call('POST /api/tasks', { token, json: { id: 'T-2', title: 'Made later' } })
  await service.stop()
})
after(() => place[Symbol.asyncDispose]())

test('while a backup is made, its command says how far it is', async () => {
  await using other = await makeHome()
  mkdirSync(join(other.home, 'logs'), { recursive: true, mode: 0o700 })
  writeFileSync(join(other.home, 'logs', 'large.log'), randomBytes(96 * megabyte))
  await using service = await startService(other)
  const { code, out, err } = await orrery(other, ['backup'])
  assert.equal(code, 0, err)
  assert.match(err, /^packing: [\d.]+ MB of about \d+ MB$/m)
  assert.match(out, /^\/.*\.tar\.gz\n$/)
  await service.stop()
})

/** Another place with a home like the first one's, of after the backup. */
async function secondPlace(): Promise<TestHome> {
  const other = await makeHome()
  cpSync(place.home, other.home, { recursive: true })
  return other
}

const around = (other: TestHome): string[] => readdirSync(other.root).filter((name) => name.startsWith('home.'))

function tasksIn(home: string): string[] {
  const database = new DatabaseSync(join(home, 'service.db'), { readOnly: true })
  try {
    return database
      .prepare('SELECT id FROM tasks ORDER BY id')
      .all()
      .map(({ id }) => String(id))
  } finally {
    database.close()
  }
}

test('it says what it does; twice at once it keeps each home that it puts aside', async () => {
  await using other = await secondPlace()
  for (const nth of [1, 2, 3]) {
    const { code, out, err } = await orrery(other, ['restore', archive])
    assert.equal(code, 0, err)
    assert.match(err, /^Unpacking and checking \/.*\.tar\.gz \(8\.\d MB\)$/m)
    assert.match(err, /^What was there is kept in /m)
    assert.match(out, /^Restored the backup of /)
    assert.equal(around(other).length, nth, around(other).join())
  }
  assert.deepEqual(tasksIn(other.home), ['T-1'])
  const first = around(other).find((name) => tasksIn(join(other.root, name)).includes('T-2'))
  assert.ok(first, 'what was there at first is kept')
  assert.equal(
    readFileSync(join(other.home, 'access-token'), 'utf8'),
    readFileSync(join(place.home, 'access-token'), 'utf8'),
  )
})

test('killed while it unpacks: the home is as it was, and the next one clears away what it left', async () => {
  await using other = await secondPlace()
  const staged = join(other.root, 'home.restoring-1')
  // No process has that id any more, as after a kill.
  const gone = execFileSync('sh', ['-c', 'echo $$'], { encoding: 'utf8' }).trim()
  cpSync(join(other.home, 'logs'), join(other.root, `home.restoring-${gone}`), { recursive: true })
  mkdirSync(staged)
  assert.deepEqual(tasksIn(other.home), ['T-1', 'T-2'])
  assert.equal((await orrery(other, ['restore', archive])).code, 0)
  assert.deepEqual(
    around(other).filter((name) => name.includes('restoring')),
    ['home.restoring-1'],
    'what another process works on is left alone',
  )
})

test('killed while it changes files: the next start finishes it, and so does the next restore', async () => {
  let killed = 0
  for (const point of [1, 4, 7, 10, 14, 18, 24]) {
    await using other = await secondPlace()
    const cut = await orrery(other, ['restore', archive], dyingAt(point))
    if (cut.code === 0) break
    killed += 1
    const where = `killed at change ${point} of the home: ${cut.err}`
    if (point % 2 === 0) {
      const { code, err } = await orrery(other, ['restore', archive])
      assert.equal(code, 0, `${where}; ${err}`)
      assert.deepEqual(tasksIn(other.home), ['T-1'], where)
      continue
    }
    const isPending = existsSync(join(other.home, 'home-swap.json'))
    await using service = await startService(other)
    const tasks = (await service.call('GET /api/tasks')).json.tasks as { id: string }[]
    assert.deepEqual(tasks.map(({ id }) => id).toSorted(), isPending ? ['T-1'] : ['T-1', 'T-2'], where)
    assert.equal(service.token, readFileSync(join(place.home, 'access-token'), 'utf8').trim(), where)
    assert.equal(existsSync(join(other.home, 'home-swap.json')), false)
    if (isPending)
      assert.match(service.stderr(), /A restore that was cut off is finished\. What was there is kept in \//)
  }
  assert.ok(killed >= 4, `${killed} points`)
})

test('a disk that becomes full changes nothing, and a home that is a mount is restored in its place', async (t) => {
  await using other = await makeHome()
  using disk = smallDisk({ size: '24m', path: other.home })
  if (disk.missing !== null) return t.skip(disk.missing)
  cpSync(place.home, other.home, { recursive: true, filter: (path) => !path.endsWith('backups') })
  writeFileSync(join(other.home, 'ballast'), Buffer.alloc(9 * megabyte))
  const before = readdirSync(other.home).toSorted()
  const full = await orrery(other, ['restore', archive])
  assert.equal(full.code, 69, full.err)
  assert.match(full.err, /the disk of .*home became full while the backup was unpacked/)
  assert.match(full.err, /Nothing was changed\. Make room/)
  assert.doesNotMatch(full.err, /\n\s+at /)
  assert.deepEqual(
    readdirSync(other.home)
      .filter((name) => name !== 'lock.db')
      .toSorted(),
    before.filter((name) => name !== 'lock.db'),
  )
  assert.deepEqual(tasksIn(other.home), ['T-1', 'T-2'])

  rmSync(join(other.home, 'ballast'))
  const { code, err } = await orrery(other, ['restore', archive])
  assert.equal(code, 0, err)
  assert.deepEqual(tasksIn(other.home), ['T-1'])
  const aside = readdirSync(other.home).find((name) => name.startsWith('before-')) ?? assert.fail('it is kept aside')
  assert.deepEqual(tasksIn(join(other.home, aside)), ['T-1', 'T-2'])
  assert.equal(statSync(join(other.home, aside)).mode & 0o777, 0o700)
})

test('while the home is in use by a service or another restore, nothing is touched', async () => {
  await using other = await secondPlace()
  using lock = lockHome(other.home) ?? assert.fail('nobody has it')
  const { code, err } = await orrery(other, ['restore', archive])
  assert.equal(code, 75)
  assert.match(err, /a service runs for .*, or another restore/)
  assert.deepEqual([tasksIn(other.home), around(other)], [['T-1', 'T-2'], []])
  lock[Symbol.dispose]()
})

test('a backup of an older Orrery is brought up to date by the next start', async () => {
  await using other = await makeHome()
  const older = migrations.filter(({ number }) => number <= 12)
  const folder = join(other.root, 'older')
  mkdirSync(folder)
  const path = join(folder, 'service.db')
  const database = new DatabaseSync(path)
  migrate(database, path, older)
  const at = '2026-01-01T00:00:00.000Z'
  const columns = 'id, title, type, priority, status, status_since, created_at, updated_at'
  const insert = database.prepare(`INSERT INTO tasks (${columns}) VALUES ('T-9', ?, 'task', 'P3', 'backlog', ?, ?, ?)`)
  insert.run('From long ago', at, at, at)
  database.close()
  const made = { format: 1, product: 'orrery', made_at: at, version: '0.0.1', schema: 12 }
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ ...made, host: 'box', home: '/home', outputs: false }))
  const sum = (name: string) =>
    createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex')
  const names = ['manifest.json', 'service.db']
  writeFileSync(join(folder, 'SHA256SUMS'), names.map((name) => `${sum(name)}  ${name}\n`).join(''))
  const packed = join(other.root, 'older.tar.gz')
  execFileSync('tar', ['-czf', packed, '--format=ustar', ...names, 'SHA256SUMS'], { cwd: folder })

  const { code, out, err } = await orrery(other, ['restore', packed])
  assert.equal(code, 0, err)
  assert.match(out, /made by Orrery 0\.0\.1/)
  await using service = await startService(other)
  const { json } = await service.call('GET /api/tasks/T-9')
  assert.equal((json.task as { title: string }).title, 'From long ago')
  assert.ok(existsSync(join(other.home, 'service.db.before-v13')))
})
