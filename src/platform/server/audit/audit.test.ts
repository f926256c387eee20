import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { dayMs, hourMs, minuteMs } from '#base/time.ts'
import { ManualTime } from '#testing/manual-time.testkit.ts'
import { openDatabase } from '../db/open-database.ts'
import { statement } from '../db/script.ts'
import { silentLog } from '../log/log.ts'
import { mostRefused, openAudit, type AuditRow } from './audit.ts'
import { mostCallers } from './collapse.ts'

const home = await mkdtemp(join(tmpdir(), 'orrery-audit-'))
after(() => rm(home, { recursive: true, force: true }))
const insert = statement("INSERT INTO audit (at, kind, actor_kind, text) VALUES (?, 'auth.refused', 'person', ?)")

let count = 0

async function open() {
  const time = new ManualTime('2026-11-20T12:00:00.000Z')
  const database = openDatabase({ path: join(home, `${(count += 1)}.db`), sync: 'normal' })
  const audit = openAudit({ database, clock: time, timers: time, log: silentLog, keptDays: () => 10 })
  const rows = () => database.read.selectFrom('audit').selectAll().orderBy('id').execute()
  const settle = () => database.commits.write({ *script() {} })
  return {
    time,
    database,
    audit,
    rows,
    settle,
    async [Symbol.asyncDispose]() {
      await audit[Symbol.asyncDispose]()
      await database[Symbol.asyncDispose]()
    },
  }
}

const changed: AuditRow = {
  kind: 'settings.changed',
  actor: { kind: 'person', name: 'Firefox' },
  subject: { type: 'settings', id: 'config.json', label: 'Settings' },
  text: 'changed model.name',
}

const refused = (from: string): AuditRow => ({
  kind: 'auth.refused',
  actor: { kind: 'person', name: from },
  subject: null,
  text: 'a login was refused: wrong token',
})

test('a row is kept once it is answered, with what it was told', async () => {
  await using room = await open()
  await room.audit.record(changed)
  assert.deepEqual(structuredClone(await room.rows()), [
    {
      id: 1,
      at: '2026-11-20T12:00:00.000Z',
      kind: 'settings.changed',
      actor_kind: 'person',
      actor_name: 'Firefox',
      subject_type: 'settings',
      subject_id: 'config.json',
      subject_label: 'Settings',
      text: 'changed model.name',
      facts: null,
    },
  ])
})

test('refused attempts of one caller are one row in ten minutes, which says how often', async () => {
  await using room = await open()
  await Promise.all(Array.from({ length: 5000 }, () => room.audit.record(refused('203.0.113.9'))))
  await room.time.pass(minuteMs)
  await room.settle()
  assert.deepEqual(
    (await room.rows()).map(({ text }) => text),
    ['a login was refused: wrong token (5000 times)'],
  )
  await room.time.pass(10 * minuteMs)
  await room.audit.record(refused('203.0.113.9'))
  assert.equal((await room.rows()).length, 2)
})

test('an attacker with any number of addresses gets a few rows', async () => {
  await using room = await open()
  for (let from = 0; from < 5000; from += 1) await room.audit.record(refused(`2001:db8::${from}`))
  await room.time.pass(minuteMs)
  await room.settle()
  const rows = await room.rows()
  assert.equal(rows.length, mostCallers + 1)
  assert.equal(rows.at(-1)?.actor_name, null)
  assert.equal(rows.at(-1)?.text, 'a login was refused: wrong token – and more like this (4980 times)')
})

test('what was counted is told at the end', async () => {
  const path = join(home, 'end.db')
  const time = new ManualTime('2026-11-20T12:00:00.000Z')
  await using database = openDatabase({ path, sync: 'normal' })
  const audit = openAudit({ database, clock: time, timers: time, log: silentLog, keptDays: () => 10 })
  await audit.record(refused('203.0.113.9'))
  await audit.record(refused('203.0.113.9'))
  await audit[Symbol.asyncDispose]()
  assert.match((await database.read.selectFrom('audit').select('text').executeTakeFirstOrThrow()).text, /\(2 times\)$/)
  assert.equal(time.pending(), 0)
})

test('long texts and names are cut', async () => {
  await using room = await open()
  await room.audit.record({ ...refused('x'.repeat(10_000)), text: 'y'.repeat(10_000) })
  const [row] = await room.rows()
  assert.equal(row?.actor_name?.length, 200)
  assert.equal(row?.text.length, 500)
})

test('old rows go after the days of the setting, refused ones by their number as well', async () => {
  await using room = await open()
  await room.audit.record(changed)
  await room.database.commits.write({
    *script() {
      for (let row = 0; row < mostRefused + 50; row += 1) yield* insert.run('2026-11-20T12:00:00.000Z', String(row))
    },
  })
  await room.time.pass(hourMs)
  await room.settle()
  assert.equal((await room.rows()).length, mostRefused + 1, 'the change stays')
  await room.time.pass(10 * dayMs)
  await room.settle()
  assert.deepEqual(await room.rows(), [])
})

test('a disk that takes nothing is logged, and whoever acted hears nothing of it', async () => {
  const told: unknown[] = []
  const database = { commits: { write: () => Promise.reject(new Error('full')) } } as never
  const time = new ManualTime('2026-11-20T12:00:00.000Z')
  const log = { error: (...parts: unknown[]) => void told.push(parts[1]) } as never
  const audit = openAudit({ database, clock: time, timers: time, log, keptDays: () => 10 })
  await audit.record(changed)
  assert.deepEqual(told, ['the audit could not be written', 'the audit could not be written'])
  await audit[Symbol.asyncDispose]()
})
