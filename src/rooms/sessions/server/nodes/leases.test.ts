// What a service does with the news that another one took a device.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openDatabase, type Database } from '#platform/server/db/open-database.ts'
import { silentLog } from '#platform/server/log/log.ts'
import { ManualTime } from '#testing/manual-time.testkit.ts'
import { openLeases } from './leases.ts'

type Follower = Parameters<Database['others']['follow']>[1]

test('what could not be let go is let go once it can be, by all that hear of it', async (t) => {
  const home = await mkdtemp(join(tmpdir(), 'orrery-leases-'))
  const database = openDatabase({ path: join(home, 'service.db'), sync: 'normal' })
  t.after(async () => {
    await database[Symbol.asyncDispose]()
    await rm(home, { recursive: true })
  })
  const followers: Follower[] = []
  const others: Database['others'] = {
    ...database.others,
    node: 'attic',
    follow: (_room, one) => void followers.push(one),
  }
  const clock = new ManualTime('2026-11-20T10:00:00.000Z')
  const leases = await openLeases({ database: { ...database, others }, clock, log: silentLog, passedMs: () => 0 })
  const heard: string[] = []
  const isLetGo = Promise.withResolvers<void>()
  leases.follow(async (id) => {
    heard.push(`sessions of ${id}`)
    if (heard.length === 1) throw new Error('PostgreSQL is away')
  })
  leases.follow(async (id) => {
    heard.push(`connection of ${id}`)
    isLetGo.resolve()
  })
  await followers[0]?.hear(['d1'])
  assert.deepEqual(heard, ['sessions of d1'])
  await isLetGo.promise
  assert.deepEqual(heard, ['sessions of d1', 'sessions of d1', 'connection of d1'])
})
