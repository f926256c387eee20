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

test('a lease knows the process that came last and another one before it, and what came without one changes neither', async (t) => {
  const home = await mkdtemp(join(tmpdir(), 'orrery-leases-'))
  const database = openDatabase({ path: join(home, 'service.db'), sync: 'normal' })
  t.after(async () => {
    await database[Symbol.asyncDispose]()
    await rm(home, { recursive: true })
  })
  const others: Database['others'] = { ...database.others, node: 'attic' }
  const clock = new ManualTime('2026-11-20T10:00:00.000Z')
  const leases = await openLeases({ database: { ...database, others }, clock, log: silentLog, passedMs: () => 0 })
  const came = async (daemon: string | null) => {
    await database.commits.write({
      *script() {
        const { note } = yield* leases.take('d1', daemon)
        note()
      },
    })
    const told = leases.of('d1')
    await leases.reread(['d1'])
    assert.deepEqual(leases.of('d1'), told, 'as it is written')
    return [told?.daemon, told?.daemonBefore]
  }
  assert.deepEqual(await came(null), [null, null])
  assert.deepEqual(await came('x'), ['x', null])
  assert.deepEqual(await came('x'), ['x', null])
  assert.deepEqual(await came('y'), ['y', 'x'])
  assert.deepEqual(await came('y'), ['y', 'x'])
  assert.deepEqual(await came(null), ['y', 'x'])
  assert.deepEqual(await came('z'), ['z', 'y'])
})
