// The indexer beside a service at work: its rests, what fails, what is gone for good, and the end of its numbers.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { hourMs, secondMs } from '#base/time.ts'
import type { Log } from '#platform/server/log/log.ts'
import { silentLog } from '#platform/server/log/log.ts'
import { createIndexer } from './indexer.ts'
import { createTestSource, openRoom, type TestSource } from './room.testkit.ts'

type Room = Awaited<ReturnType<typeof openRoom>>

/** Seconds go by until something is so. */
async function until(room: Room, isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let second = 0; !(await isSo()); second++) {
    assert.ok(second < 500, 'it did not become so')
    await pass(room, secondMs)
  }
}

/** Lets time pass, and whatever that started reach the database. */
async function pass(room: Room, ms: number): Promise<void> {
  await room.time.pass(ms)
  for (let turn = 0; turn < 40; turn++) await setImmediate()
}

/** Somebody else commits: without that nobody looks. */
const commit = ({ database }: Room) => database.commits.write({ run: () => {} })

const failsWhile = (isFailing: () => boolean, source: TestSource) => {
  const { changes } = source
  return Object.assign(source, {
    async changes(mark: string | null, limit: number) {
      if (isFailing()) throw new Error('the disk is full')
      return changes(mark, limit)
    },
  })
}

test('what fails is told once, goes on by itself, and is told again when it fails again', async () => {
  let isFailing = true
  const task = failsWhile(() => isFailing, createTestSource('task'))
  const room = await openRoom({ sources: [task] })
  const told: string[] = []
  const log: Log = { ...silentLog, error: (_: object | string, message?: string) => void told.push(message ?? '') }
  const indexer = createIndexer({
    commits: room.database.commits,
    store: room.store,
    sources: [task],
    timers: room.time,
    log,
  })
  task.put({ id: 'T-1', title: 'Written while it failed' })
  indexer.start()
  for (let second = 0; second < 5; second++) await pass(room, secondMs)
  assert.deepEqual(told, ['the index of search could not follow; it tries again'])
  isFailing = false
  await until(room, async () => (await room.ids('written')).length === 1)
  isFailing = true
  await commit(room)
  await until(room, () => told.length === 2)
  await indexer[Symbol.asyncDispose]()
  await room.close()
})

/** Works 10 ms for each step, and tells how it rested. */
async function restsOf(othersWrite: boolean): Promise<number[]> {
  const task = createTestSource('task')
  const room = await openRoom({ sources: [task] })
  const { read } = task
  let workedMs = 0
  Object.assign(task, {
    async read(ids: readonly string[]) {
      workedMs += 10
      return read(ids)
    },
  })
  const rests: number[] = []
  const timers = {
    passedMs: () => workedMs,
    idleMs: room.time.idleMs,
    every: room.time.every,
    after(ms: number, then: () => void) {
      rests.push(ms)
      if (othersWrite) void commit(room)
      return room.time.after(ms, then)
    },
  }
  for (let index = 0; index < 200; index++) task.put({ id: `T-${index}`, title: `Number ${index}` })
  const indexer = createIndexer({
    commits: room.database.commits,
    store: room.store,
    sources: [task],
    timers,
    log: silentLog,
  })
  indexer.start()
  await until(room, () => indexer.isComplete())
  await indexer[Symbol.asyncDispose]()
  await room.close()
  return rests
}

test('a first index is soon there while nobody writes, and takes little of a service that does', async () => {
  const [quiet, busy] = [await restsOf(false), await restsOf(true)]
  assert.ok(quiet.length >= 4 && busy.length >= 4, 'it rests after each step')
  assert.ok(Math.max(...quiet) <= 40, `${quiet.join(', ')} ms of rest`)
  // What others write is seen after the first rest.
  assert.ok(Math.min(...busy.slice(1)) >= 190, `${busy.join(', ')} ms of rest`)
})

/** Whether the word stands in any block of the index. */
async function standsInIndex({ database }: Room, word: string): Promise<boolean> {
  let count = 0
  await database.commits.write({
    run(db) {
      const rows = db.prepare('SELECT count(*) AS count FROM search_index_data WHERE instr(block, CAST(? AS BLOB)) > 0')
      count = Number(rows.get(word)?.count)
    },
  })
  return count > 0
}

test('a document that is forgotten leaves no word of it behind, once the index has moved on', async () => {
  const room = await openRoom()
  for (let index = 0; index < 30; index++) room.of('task').put({ id: `T-${index}`, title: `Number ${index}` })
  room.of('output').put({ id: 's1', title: 'Build', text: 'the passphrase is xyzzyplugh' })
  await room.indexer.catchUp()
  assert.equal(await standsInIndex(room, 'xyzzyplugh'), true)
  room.of('output').drop('s1')
  await room.indexer.forget('output', ['s1'])
  assert.deepEqual(await room.ids('xyzzyplugh'), [])
  for (let index = 0; index < 30; index++) {
    room.of('task').put({ id: `T-late-${index}`, title: `Late ${index}` })
    await room.indexer.catchUp()
  }
  assert.equal(await standsInIndex(room, 'xyzzyplugh'), false)
  assert.deepEqual((await room.ids('number 7'))[0], 'T-7')
  await room.close()
})

test('one is forgotten, and what has its name in another kind stays', async () => {
  const room = await openRoom()
  for (const kind of ['session', 'output', 'run'] as const) room.of(kind).put({ id: 'same', title: 'Port' })
  await room.indexer.catchUp()
  await room.indexer.forget('output', ['same'])
  const kinds = (await room.find('port')).results.map(({ kind }) => kind)
  assert.deepEqual(kinds.toSorted(), ['run', 'session'])
  await room.close()
})

test('when the numbers of a kind are used up the index is made anew, and nothing is lost', async () => {
  const room = await openRoom()
  room.of('session').put({ id: 's1', title: 'Before' })
  await room.indexer.catchUp()
  // The last number of tasks, as after many years of changes.
  const last = 2 ** 25 - 1
  await room.database.commits.write({
    run: (db) => void db.prepare("INSERT INTO search_documents VALUES (?, 0, 0, 'long ago')").run(last),
  })
  room.of('task').put({ id: 'T-1', title: 'After' })
  room.indexer.start()
  await until(room, async () => (await room.ids('after')).length === 1 && (await room.ids('before')).length === 1)
  assert.equal(await room.store.count('task'), 1)
  await room.close()
})

test('what a source says nothing of is cleared away in all of the index, and a failure waits for the next hour', async () => {
  let isFailing = false
  const brief = { ...createTestSource('brief'), tellsGone: false } as const
  const task = createTestSource('task')
  const room = await openRoom({ sources: [brief, task] })
  for (let index = 0; index < 100; index++) brief.put({ id: `${index}`, title: `Number ${index}` })
  task.put({ id: 'T-1', title: 'Stays' })
  await room.indexer.catchUp()
  // Deleted without a word of it in the changes.
  const { read } = brief
  const isThere = (id: string): boolean => Number(id) % 2 === 0
  Object.assign(brief, {
    changes: async (mark: string | null) => ({ ids: [], mark: mark ?? '', isEnd: true }),
    async read(ids: readonly string[]) {
      if (isFailing) throw new Error('the disk is full')
      return (await read(ids)).filter(({ id }) => isThere(id))
    },
  })
  task.reads = 0
  room.indexer.start()
  isFailing = true
  await pass(room, hourMs + secondMs)
  assert.equal(await room.store.count('brief'), 100)
  isFailing = false
  await pass(room, hourMs - 10 * secondMs)
  assert.equal(await room.store.count('brief'), 100, 'once an hour')
  await until(room, async () => (await room.store.count('brief')) === 50)
  assert.deepEqual([task.reads, await room.store.count('task')], [0, 1], 'who tells what is gone is not asked')
  await room.close()
})

test('an end does not wait for a rest, nor is a source asked after it', async () => {
  const task = createTestSource('task')
  const room = await openRoom({ sources: [task] })
  for (let index = 0; index < 100; index++) task.put({ id: `T-${index}`, title: `Number ${index}` })
  room.indexer.start()
  await pass(room, secondMs)
  await room.indexer[Symbol.asyncDispose]()
  const { reads } = task
  assert.equal(room.time.pending(), 0, 'no timer is left')
  await pass(room, 10 * secondMs)
  assert.equal(task.reads, reads)
  await room.close()
})
