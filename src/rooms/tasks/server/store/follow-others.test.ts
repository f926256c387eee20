import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { silentLog } from '#platform/server/log/log.ts'
import type { RoomFollower } from '#platform/server/db/others.ts'
import { followOthers } from './follow-others.ts'
import { createTaskIndex } from './task-index.ts'

test('what another node changed while nothing could be read is read once it can, without further news', async () => {
  const followers: RoomFollower[] = []
  const others = { node: 'here', follow: (_room: string, given: RoomFollower) => void followers.push(given) }
  const asked: (readonly string[])[] = []
  const read = Promise.withResolvers<readonly string[]>()
  const tasks = {
    async catchUp(ids: readonly string[]) {
      asked.push(ids)
      if (asked.length === 1) throw new Error('PostgreSQL is away')
      read.resolve(ids)
    },
    alone: async <T>(work: () => Promise<T>) => await work(),
  }
  const store = { read: async () => [], ids: async () => [], turn: { *hold() {}, *leave() {} } }
  const parts = { index: createTaskIndex(), store }
  followOthers({ database: { others }, tasks, parts, loaded: Promise.resolve(), log: silentLog })
  await followers[0]?.hear(['t-1'])
  // The timer of the room holds no process.
  const held = new AbortController()
  wait(60_000, undefined, { signal: held.signal }).catch(() => null)
  assert.deepEqual(await read.promise, ['t-1'])
  held.abort()
})
