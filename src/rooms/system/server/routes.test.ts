// The service about itself over HTTP: how it stands, what doctor finds, its log, and refusals about backups.
import assert from 'node:assert/strict'
import { mkdir, symlink, truncate } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openLogFile } from '#platform/server/log/log-file.ts'
import { systemAnswerSchema } from '../contract.ts'
import { openTestSystem } from './room.testkit.ts'
import { schemaNumber } from './schema-number.ts'

test('how the service and its machine stand is told as it is', async () => {
  await using system = await openTestSystem()
  system.seen.viewers = 2
  const { status, body } = await system.ask('GET', '/api/system')
  assert.equal(status, 200)
  const told = systemAnswerSchema.parse(body)
  assert.equal(told.at, '2026-11-22T18:50:21.000Z')
  assert.deepEqual([told.host.name, told.host.user, told.host.cores], ['box', 'ada', cpus().length])
  const { service } = told
  assert.deepEqual(
    [service.pid, service.url, service.home, service.mode, service.viewers],
    [process.pid, 'http://127.0.0.1:7420', system.home, 'legacy', 2],
  )
  const upMs = Date.parse(told.at) - Date.parse(service.started_at)
  assert.ok(Math.abs(upMs - process.uptime() * 1000) < 60_000, `${upMs} ms since the start`)
  const { user, system: kernel } = process.cpuUsage()
  assert.ok(service.cpu_ms > 0 && service.cpu_ms <= (user + kernel) / 1000 + 1, `${service.cpu_ms} ms of CPU`)
  assert.ok(service.heap_bytes < service.resident_bytes)
  assert.deepEqual(told.versions, {
    orrery: '1.2.3',
    node: process.versions.node,
    sqlite: process.versions.sqlite,
    tmux: 'tmux 3.5a',
  })
  assert.equal(told.memory.total_bytes, totalmem())
  assert.ok(told.disk.total_bytes > told.disk.free_bytes && told.disk.free_bytes > 0)
  assert.deepEqual(told.sessions, { total: 15, idle: 1, running: 2, awaiting_review: 3, completed: 4, failed: 5 })
  const { database } = told
  assert.equal(database.schema, schemaNumber)
  assert.equal(database.problem, null)
  assert.ok(database.bytes > 0 && database.pages > database.free_pages && database.page_bytes >= 512)
  assert.deepEqual(told.access.exposed_by, null)
  assert.match(told.access.words[0] ?? '', /Only this machine/)
})

test('the load of the machine only grows, so that two answers can be compared', async () => {
  await using system = await openTestSystem()
  const look = async () => systemAnswerSchema.parse((await system.ask('GET', '/api/system')).body).load
  const [first, second] = [await look(), await look()]
  const ofCores = (kind: (times: ReturnType<typeof cpus>[number]['times']) => number): number =>
    cpus().reduce((sum, { times }) => sum + kind(times), 0)
  assert.ok(first.busy_ms > 0 && second.busy_ms >= first.busy_ms && second.idle_ms >= first.idle_ms)
  const busyNow = ofCores(({ user, nice, sys, irq }) => user + nice + sys + irq)
  assert.ok(second.busy_ms <= busyNow + 1 && second.idle_ms <= ofCores(({ idle }) => idle) + 1)
  assert.ok(second.busy_ms > busyNow / 2, 'of all cores and kinds of work')
})

test('who may reach the service is said in words, by the setting that lets them in', async () => {
  await using system = await openTestSystem({ publicUrl: 'https://box.example' })
  const { access } = systemAnswerSchema.parse((await system.ask('GET', '/api/system')).body)
  assert.equal(access.exposed_by, 'publicUrl https://box.example')
  assert.match(access.words.join(' '), /Hooks of this machine report on port 7421/)
})

test('tmux is asked at most every ten seconds, and its trouble is told', async () => {
  await using system = await openTestSystem()
  const tmux = async () => systemAnswerSchema.parse((await system.ask('GET', '/api/system')).body).tmux
  assert.deepEqual(await tmux(), { socket: null, sessions: 0, problem: null })
  system.seen.tmux = { kind: 'unknown', reason: 'it hung' }
  await system.time.pass(10_000)
  assert.deepEqual(await tmux(), { socket: null, sessions: 0, problem: null })
  assert.equal(system.seen.tmuxAsked, 1)
  await system.time.pass(1)
  assert.deepEqual(await tmux(), { socket: null, sessions: null, problem: 'it hung' })
  system.seen.tmux = { kind: 'not_installed' }
  await system.time.pass(10_001)
  assert.match((await tmux()).problem ?? '', /not installed/)
  system.seen.tmux = {
    kind: 'sessions',
    sessions: [
      { id: '$1', name: 'one', createdMs: 0, tag: null },
      { id: '$2', name: 'two', createdMs: 0, tag: null },
    ],
  }
  await system.time.pass(10_001)
  assert.deepEqual(await tmux(), { socket: null, sessions: 2, problem: null })
  assert.equal(system.seen.tmuxAsked, 4)
  await system.time.pass(5000)
  await tmux()
  assert.equal(system.seen.tmuxAsked, 4, 'however long the service runs')
})

test('doctor is fine unless something failed, and looks once at a time however many ask', async () => {
  await using system = await openTestSystem()
  const finding = (level: 'ok' | 'warn' | 'fail') => ({ name: 'tmux', level, says: 'tmux 3.5a', hints: [] })
  system.seen.findings = [finding('ok'), finding('warn')]
  const ask = async () => (await system.ask('GET', '/api/system/doctor')).body
  assert.deepEqual(await ask(), {
    ok: true,
    at: '2026-11-22T18:50:21.000Z',
    pid: process.pid,
    version: '1.2.3',
    findings: system.seen.findings,
  })
  system.seen.findings = [finding('ok'), finding('fail')]
  assert.equal((await ask()).ok, false)
})

test('the log is paged by places, and a place that is none is refused', async () => {
  await using system = await openTestSystem()
  const { write } = openLogFile({ home: system.home, partBytes: 1e6, freeBytes: () => 1e12 })
  for (const [index, level] of [30, 50, 30, 40].entries())
    write(`${JSON.stringify({ level, time: 1_700_000_000_000 + index, pid: 7, msg: `line ${index}` })}\n`)
  const messages = async (query: string): Promise<string[]> =>
    (await system.ask('GET', `/api/system/logs?${query}`)).body.rows.map((row: { message: string }) => row.message)
  assert.deepEqual(await messages(''), ['line 3', 'line 2', 'line 1', 'line 0'])
  assert.deepEqual(await messages('level=warn'), ['line 3', 'line 1'])
  const first = (await system.ask('GET', '/api/system/logs?limit=1')).body
  assert.deepEqual(await messages(`cursor=${first.next_cursor}&limit=2`), ['line 2', 'line 1'])
  assert.deepEqual(await messages(`after=${first.newest}`), [])
  write(`${JSON.stringify({ level: 30, time: 1_700_000_000_009, pid: 7, msg: 'new' })}\n`)
  assert.deepEqual(await messages(`after=${first.newest}`), ['new'])
  for (const query of ['cursor=nowhere', 'after=nowhere', 'after=1.0&cursor=1.0'])
    assert.equal((await system.ask('GET', `/api/system/logs?${query}`)).status, 400, query)
})

test('a backup that is not there can be neither read nor deleted', async () => {
  await using system = await openTestSystem()
  for (const [method, path] of [
    ['GET', '/api/system/backups/20260101T000000Z/archive'],
    ['DELETE', '/api/system/backups/20260101T000000Z'],
  ] as const) {
    const { status, body } = await system.ask(method, path)
    assert.deepEqual([status, body.error], [404, 'not_found'], path)
    assert.match(body.reason, /no backup 20260101T000000Z/)
  }
  const { body } = await system.ask('GET', '/api/system/backups')
  assert.deepEqual([body.backups, body.folder], [[], join(system.home, 'backups')])
  assert.ok(body.free_bytes > 0)
})

test('no backup begins without room for it, or in a folder that leads elsewhere', async () => {
  await using system = await openTestSystem()
  await system.put('workflows/huge.bin', '')
  // It takes no room itself, and a copy of it would take it all.
  await truncate(join(system.home, 'workflows/huge.bin'), 2 ** 43)
  const full = await system.ask('POST', '/api/system/backup', {})
  assert.deepEqual([full.status, full.body.error], [503, 'storage_unavailable'])
  assert.match(full.body.reason, /A backup may take 8(\.\d)? TB/)

  await using other = await openTestSystem()
  await mkdir(join(other.home, 'elsewhere'))
  await symlink(join(other.home, 'elsewhere'), join(other.home, 'backups'))
  const led = await other.ask('POST', '/api/system/backup', {})
  assert.deepEqual([led.status, led.body.error], [503, 'storage_unavailable'])
  assert.match(led.body.reason, /a symbolic link is not followed/)
  assert.deepEqual((await other.ask('GET', '/api/system/backups')).body.backups, [])
})
