// What one node commits is heard by the others: in order, once, over broken connections, and told as missed after too long.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Client } from 'pg'
import type { News } from '#platform/server/db/news.ts'
import { openPostgresDatabase } from '#platform/server/db/postgres/open-postgres.ts'
import { followOthers } from '#platform/server/db/postgres/others.ts'
import { silentLog } from '#platform/server/log/log.ts'
import { systemTimers } from '#platform/server/timers.ts'
import { startPostgres, withoutPostgres, type Postgres } from '#testing/postgres.testkit.ts'
import { until } from '../../support/until.ts'

const options = { skip: withoutPostgres }
let server: Promise<Postgres> | null = null
let count = 0
after(async () => await (await server)?.[Symbol.asyncDispose]())

async function openPlace() {
  const postgres = await (server ??= startPostgres())
  const url = await postgres.createDatabase(`place_${(count += 1)}`)
  const [one, other] = await Promise.all(
    ['one', 'other'].map((node) => openPostgresDatabase({ url, node, log: silentLog })),
  )
  assert.ok(one !== undefined && other !== undefined)
  const heard: string[] = []
  let missed = 0
  const parts = {
    url,
    name: 'orrery third',
    writer: 'third',
    timers: systemTimers,
    log: silentLog,
    async hear(news: readonly News[]) {
      heard.push(...news.flatMap(({ room, ids }) => ids.map((id) => `${room}:${id}`)))
    },
    async missed() {
      missed += 1
    },
  }
  const others = await followOthers(parts)
  return {
    one,
    other,
    others,
    heard,
    missed: () => missed,
    ask: (text: string) => ask(url, text),
    async [Symbol.asyncDispose]() {
      await others[Symbol.asyncDispose]()
      await one[Symbol.asyncDispose]()
      await other[Symbol.asyncDispose]()
    },
  }
}

async function ask(url: string, text: string): Promise<void> {
  const client = new Client(url)
  await client.connect()
  await client.query(text)
  await client.end()
}

const tell = (room: string, ...ids: string[]) => ({ *script() {}, news: () => [{ room, ids }] })
const listeners = "application_name = 'orrery third listens'"
const cut = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${listeners}`

test('commits of two nodes are heard once each, in the order in which they were committed', options, async () => {
  await using place = await openPlace()
  const told: string[] = []
  const write = async (database: typeof place.one, id: string) => {
    await database.commits.write(tell('tasks', id))
    told.push(`tasks:${id}`)
  }
  for (let round = 0; round < 60; round += 1) {
    await Promise.all([write(place.one, `a${round}`), write(place.other, `b${round}`)])
  }
  await until('all was heard', () => place.heard.length >= 120)
  assert.deepEqual(place.heard.toSorted(), told.toSorted())
  const ofOne = place.heard.filter((each) => each.startsWith('tasks:a'))
  assert.deepEqual(
    ofOne,
    Array.from({ length: 60 }, (_, round) => `tasks:a${round}`),
  )
  assert.equal(place.missed(), 0)
})

test('a write that fails is no news, and one without news takes no number', options, async () => {
  await using place = await openPlace()
  await assert.rejects(
    place.one.commits.write({
      // oxlint-disable-next-line require-yield
      *script() {
        throw new Error('no')
      },
      news: () => [{ room: 'tasks', ids: ['never'] }],
    }),
  )
  await place.one.commits.write({ *script() {} })
  await place.one.commits.write(tell('tasks', 'first'))
  await until('it was heard', () => place.heard.length > 0)
  assert.deepEqual(place.heard, ['tasks:first'])
  assert.equal(place.others.number(), 1)
})

test('what was committed while the connection was cut is heard after it', options, async () => {
  await using place = await openPlace()
  for (let round = 0; round < 5; round += 1) {
    await place.ask(cut)
    await place.one.commits.write(tell('sessions', `s${round}`))
  }
  await until('all was heard', () => place.heard.length >= 5)
  assert.deepEqual(
    place.heard,
    ['s0', 's1', 's2', 's3', 's4'].map((id) => `sessions:${id}`),
  )
  assert.equal(place.missed(), 0)
})

test('after changes were cleared that nobody heard, and after a restore, all is to be read anew', options, async () => {
  await using place = await openPlace()
  await place.one.commits.write(tell('tasks', 'a'))
  await until('it was heard', () => place.heard.length === 1)
  await place.ask(`BEGIN; UPDATE orrery.feed SET number = number + 3; COMMIT; ${cut}`)
  await place.one.commits.write(tell('tasks', 'b'))
  await until('the gap was told', () => place.missed() === 1)
  await place.ask(`UPDATE orrery.feed SET number = 0; DELETE FROM orrery.changes; ${cut}`)
  await until('the restore was told', () => place.missed() === 2)
  await place.one.commits.write(tell('tasks', 'c'))
  await until('it goes on', () => place.heard.includes('tasks:c'))
})
