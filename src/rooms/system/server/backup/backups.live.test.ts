// Backups by the process that makes them: what is in one, one at a time, cancelled, failed, and how many stay.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { until } from '#platform/server/tmux/tmux.testkit.ts'
import { sampleConfig } from '#testing/sample-config.testkit.ts'
import type { Backup, BackupList, Manifest } from '../../contract.ts'
import { openTestSystem, type TestSystem } from '../room.testkit.ts'
import { schemaNumber } from '../schema-number.ts'
import { createBackups } from './backups.ts'
import { unpack } from './unpack.ts'

const made = async (system: TestSystem, wish: object = {}): Promise<Backup> => {
  const { status, body } = await system.ask('POST', '/api/system/backup', wish)
  assert.equal(status, 201, JSON.stringify(body))
  return body.backup
}
const listed = async (system: TestSystem): Promise<BackupList> => (await system.ask('GET', '/api/system/backups')).body
const filesOf = (system: TestSystem) => readdir(join(system.home, 'backups'))

async function unpacked({ path }: Backup): Promise<{ manifest: Manifest; folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'orrery-unpacked-'))
  return { manifest: await unpack({ archive: path, folder }, () => {}), folder }
}

/** Its process waits at this file until somebody writes into it. */
function hold({ home }: TestSystem): void {
  execFileSync('mkfifo', [join(home, 'sessions.json')])
}

/** A backup that is under way, and the answer to come. */
async function underWay(system: TestSystem) {
  hold(system)
  const answer = system.ask('POST', '/api/system/backup', {})
  await until('a backup is under way', async () => (await listed(system)).backups.length > 0)
  const [backup] = (await listed(system)).backups
  assert.ok(backup !== undefined)
  return { answer, backup }
}

/** The process of a backup that is under way. */
function processOf(): number {
  const children = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)], { encoding: 'utf8' })
  const line = children.split('\n').find((each) => each.includes('backup-process'))
  return Number(line?.trim().split(' ')[0])
}

test('a backup holds the home as it is, but for what can be made again and what links lead to', async () => {
  await using system = await openTestSystem()
  await system.put('config.json', '{"port": 7420}')
  await system.put('workflows/nightly.ts', 'export default 1\n')
  await system.put('plugins/deep/er/one.ts', 'x'.repeat(700_000))
  await system.put('logs/s1.log', randomBytes(3_000_000).toString('latin1'))
  await system.put('strand-runs/r1/out.txt', 'out')
  for (const left of ['workflows/node_modules/a.js', 'plugins/.git/HEAD', 'workflows/half.tmp', 'access-token'])
    await system.put(left, 'left out')
  await symlink('/etc/passwd', join(system.home, 'workflows/outside.ts'))

  const backup = await made(system)
  assert.deepEqual(
    { ...backup, bytes: 0 },
    {
      id: '20261122T185021Z',
      state: 'done',
      at: '2026-11-22T18:50:21.000Z',
      path: join(system.home, 'backups/orrery-20261122T185021Z.tar.gz'),
      bytes: 0,
      total_bytes: null,
      step: null,
      version: '1.2.3',
      schema: schemaNumber,
      outputs: true,
      problem: null,
    },
  )
  const { size, mode } = await stat(backup.path)
  assert.deepEqual([backup.bytes, mode & 0o777], [size, 0o600])
  assert.deepEqual((await listed(system)).backups, [backup])
  assert.deepEqual(await filesOf(system), ['orrery-20261122T185021Z.tar.gz'])
  assert.deepEqual(system.logged, ['a backup is done'])
  // The request's own wait is all that is left.
  assert.equal(system.time.pending(), 1, 'nothing looks after a backup that is done')

  const { manifest, folder } = await unpacked(backup)
  assert.deepEqual(manifest, {
    format: 1,
    product: 'orrery',
    made_at: backup.at,
    version: '1.2.3',
    schema: schemaNumber,
    host: 'box',
    home: system.home,
    outputs: true,
  })
  for (const path of ['config.json', 'workflows/nightly.ts', 'plugins/deep/er/one.ts', 'logs/s1.log'])
    assert.deepEqual(await readFile(join(folder, path)), await readFile(join(system.home, path)), path)
  assert.deepEqual((await readdir(folder)).toSorted(), [
    'config.json',
    'logs',
    'plugins',
    'service.db',
    'strand-runs',
    'workflows',
  ])
  assert.deepEqual(await readdir(join(folder, 'workflows')), ['nightly.ts'])
  const database = new DatabaseSync(join(folder, 'service.db'), { readOnly: true })
  assert.ok(database.prepare('SELECT * FROM counters').all().length >= 0)
  database.close()
  await rm(folder, { recursive: true })

  const { status, bytes, headers } = await system.ask('GET', `/api/system/backups/${backup.id}/archive`)
  assert.deepEqual([status, bytes], [200, await readFile(backup.path)])
  assert.match(headers.get('content-disposition') ?? '', /filename="orrery-20261122T185021Z\.tar\.gz"/)
})

test('without outputs it leaves out what agents and steps wrote', async () => {
  await using system = await openTestSystem()
  await system.put('audits/one.md', 'kept')
  await system.put('logs/s1.log', 'left out')
  const backup = await made(system, { outputs: 'left_out' })
  assert.equal(backup.outputs, false)
  const { manifest, folder } = await unpacked(backup)
  assert.equal(manifest.outputs, false)
  assert.deepEqual((await readdir(folder)).toSorted(), ['audits', 'service.db'])
  await rm(folder, { recursive: true })
})

test('of many the newest stay, those of one second by their number', async () => {
  await using system = await openTestSystem()
  const ids = async () => (await listed(system)).backups.map(({ id }) => id)
  for (let nth = 0; nth < 2; nth++) await made(system)
  await system.time.pass(1000)
  await made(system)
  assert.deepEqual(await ids(), ['20261122T185022Z', '20261122T185021Z-2', '20261122T185021Z'])
  await system.time.pass(1000)
  await made(system, { keep: 2 })
  assert.deepEqual(await ids(), ['20261122T185023Z', '20261122T185022Z'])
  assert.equal((await system.ask('DELETE', '/api/system/backups/20261122T185022Z')).status, 200)
  assert.deepEqual(await ids(), ['20261122T185023Z'])
})

test('there is one at a time; a request answers after a while, and who deletes it cancels it', async () => {
  await using system = await openTestSystem()
  await made(system)
  await system.time.pass(1000)
  const { answer, backup } = await underWay(system)
  assert.deepEqual(
    [backup.state, backup.step, backup.bytes, backup.total_bytes, backup.problem],
    ['running', 'database', 0, 0, null],
  )
  assert.equal((await listed(system)).backups.length, 2)
  const second = await system.ask('POST', '/api/system/backup', {})
  assert.deepEqual([second.status, second.body.error], [409, 'conflict'])
  assert.match(second.body.reason, new RegExp(`\\(${backup.id}\\)`))
  await system.time.pass(20_000)
  const told = await answer
  assert.deepEqual([told.status, told.body.backup.state], [201, 'running'])
  assert.equal((await system.ask('DELETE', `/api/system/backups/${backup.id}`)).status, 200)
  assert.deepEqual(
    (await listed(system)).backups.map(({ state }) => state),
    ['done'],
  )
  assert.deepEqual(await filesOf(system), ['orrery-20261122T185021Z.tar.gz'])
  assert.deepEqual(system.logged, ['a backup is done'], 'what somebody cancels is no failure')
  await rm(join(system.home, 'sessions.json'))
  assert.equal((await made(system)).state, 'done')
})

test('the end of the room ends what is under way, and may come twice', async () => {
  await using system = await openTestSystem()
  const { answer } = await underWay(system)
  await system.room.stop?.()
  const { status, body } = await answer
  assert.deepEqual([status, body.reason], [409, 'The backup was cancelled, and nothing of it is left.'])
  assert.deepEqual(await filesOf(system), [])
  await system.room.stop?.()
})

test('a process that dies leaves nothing behind; its backup is told as failed until the next one or until it is deleted', async () => {
  await using system = await openTestSystem()
  const fail = async (): Promise<string> => {
    const { answer, backup } = await underWay(system)
    process.kill(processOf(), 'SIGKILL')
    const { status, body } = await answer
    assert.deepEqual([status, body.error], [503, 'storage_unavailable'])
    assert.match(body.reason, /ended early \(SIGKILL\)/)
    const [failed] = (await listed(system)).backups
    assert.deepEqual([failed?.id, failed?.state, failed?.step, failed?.total_bytes], [backup.id, 'failed', null, null])
    assert.match(failed?.problem ?? '', /ended early.* orrery doctor$/)
    assert.deepEqual(await filesOf(system), [])
    await rm(join(system.home, 'sessions.json'))
    return backup.id
  }
  const id = await fail()
  assert.deepEqual(system.logged, ['a backup failed'])
  assert.equal((await system.ask('DELETE', `/api/system/backups/${id}`)).status, 200)
  assert.deepEqual((await listed(system)).backups, [])
  assert.equal((await system.ask('DELETE', `/api/system/backups/${id}`)).status, 404)
  await fail()
  await system.time.pass(1000)
  await made(system)
  assert.deepEqual(
    (await listed(system)).backups.map(({ state }) => state),
    ['done'],
  )
})

test('what SQLite can’t copy fails with its reason, and what an earlier process left goes with the next backup', async () => {
  await using system = await openTestSystem()
  const home = await mkdtemp(join(tmpdir(), 'orrery-no-database-'))
  await writeFile(join(home, 'service.db'), 'this is no database, however long it is '.repeat(40))
  await mkdir(join(home, 'backups'), { mode: 0o700 })
  const leftOver = join(home, 'backups/orrery-20200101T000000Z.tar.gz.999999.2.tmp')
  await writeFile(leftOver, 'half')
  const backups = createBackups({ ...system.ground, config: sampleConfig(home) })
  const made = await backups.make({ outputs: true, keep: null })
  assert.ok(!made.ok)
  assert.match(made.error.reason, /The backup was not made: .*not a database/)
  assert.equal(existsSync(leftOver), false)
  await rm(home, { recursive: true })
})

test('a folder that goes away ends the backup that works in it', async () => {
  await using system = await openTestSystem()
  const { answer } = await underWay(system)
  await rm(join(system.home, 'backups'), { recursive: true })
  await system.time.pass(250)
  const { status, body } = await answer
  assert.equal(status, 503)
  assert.match(body.reason, /its folder went away/)
})
