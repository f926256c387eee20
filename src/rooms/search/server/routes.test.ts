// Search over HTTP: what is found, how much is searched, and the index made anew.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openDatabase } from '#platform/server/db/open-database.ts'
import { startTestServer, testToken } from '#platform/server/http/testing/test-server.ts'
import { silentLog } from '#platform/server/log/log.ts'
import { ManualTime } from '#testing/manual-time.testkit.ts'
import type { SearchAnswer, SearchIndex } from '../contract.ts'
import { openSearchRoom } from './index.ts'
import { createTestSource } from './room.testkit.ts'

test('what is gone at its source counts no more, and an index that is made anew finds the rest once', async () => {
  const home = await mkdtemp(join(tmpdir(), 'orrery-search-'))
  const database = openDatabase({ path: join(home, 'service.db'), sync: 'normal' })
  const time = new ManualTime('2026-11-20T12:00:00.000Z')
  const tasks = createTestSource('task')
  const room = await openSearchRoom(
    { database, clock: time, timers: time, log: silentLog, config: {} },
    { sources: [tasks] },
  )
  const server = await startTestServer({ mount: ({ api, metrics }) => room.mount?.(api, metrics) })
  const ask = async (method: string, path: string) => {
    const answer = await fetch(`${server.url}${path}`, { method, headers: { authorization: `Bearer ${testToken}` } })
    return { status: answer.status, body: (await answer.json()) as SearchAnswer & SearchIndex }
  }
  const found = async () => (await ask('GET', '/api/search?q=disk')).body.found.task
  try {
    tasks.put({ id: 'T-1', title: 'Disk quota' })
    tasks.put({ id: 'T-2', title: 'Disk full' })
    await room.catchUp()
    assert.equal(await found(), 2)
    tasks.drop('T-2')
    assert.equal(await found(), 1, 'the index has it still')
    tasks.drop('T-1')
    assert.equal(await found(), 0)

    tasks.put({ id: 'T-1', title: 'Disk quota' })
    const { status, body } = await ask('POST', '/api/search/rebuild')
    assert.deepEqual([status, body], [202, { ok: true }])
    const emptied = (await ask('GET', '/api/search/index')).body
    assert.deepEqual([emptied.documents.task, emptied.is_complete, await found()], [0, false, 0])
    await room.catchUp()
    const filled = (await ask('GET', '/api/search/index')).body
    assert.deepEqual([filled.documents.task, filled.is_complete, await found()], [1, true, 1])
  } finally {
    await server.stop()
    await room[Symbol.asyncDispose]()
    await database[Symbol.asyncDispose]()
    await rm(home, { recursive: true, force: true })
  }
})
