// What stays true of the index on the disk however many steps wrote it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { searchKinds } from '../contract.ts'
import { step } from './index-steps.ts'
import { indexVersion } from './index-store.ts'
import { createTestSource, openRoom } from './room.testkit.ts'

type Room = Awaited<ReturnType<typeof openRoom>>

const parts = ({ database, store, time }: Room) => ({ commits: database.commits, store, timers: time })

const numberFrom = async ({ database }: Room, query: string): Promise<number> => {
  const { rows } = await sql.raw<{ found: number }>(query).execute(database.read)
  return rows[0]?.found ?? Number.NaN
}

/** Each step that wrote leaves a segment of its own, and each question reads all of them. */
const segments = (room: Room) =>
  numberFrom(room, 'SELECT count(DISTINCT id >> 37) AS found FROM search_index_data WHERE id > 10')

test('segments are joined as they come, so that a question of an old index reads few of them', async () => {
  const task = createTestSource('task')
  const room = await openRoom({ sources: [task] })
  for (let count = 0; count < 60; count++) {
    task.put({ id: `T-${count}`, title: `Told by itself ${count}` })
    await step(parts(room), task)
  }
  assert.equal((await room.ids('told', { limit: 100 })).length, 60)
  const left = await segments(room)
  assert.ok(left <= 20, `${left} segments`)
  await room.close()
})

test('a step that finds nothing to write leaves the index alone', async () => {
  const task = createTestSource('task')
  const room = await openRoom({ sources: [task] })
  for (const id of ['T-1', 'T-2', 'T-3', 'T-4']) {
    task.put({ id })
    await step(parts(room), task)
  }
  const [written, before] = [room.database.commits.count(), await segments(room)]
  // Told again as it was: how far the source was read is one write, and there is nothing to join.
  task.put({ id: 'T-4' })
  await step(parts(room), task)
  assert.deepEqual([room.database.commits.count() - written, await segments(room)], [1, before])
  await room.close()
})

test('the numbers of a kind lie where they lay for the same version: a file that was written by them is read again', async () => {
  const sources = searchKinds.map(createTestSource)
  const room = await openRoom({ sources })
  const firsts: Record<string, number> = {}
  for (const source of sources) {
    source.put({ id: 'first' })
    await step(parts(room), source)
    const known = await room.store.known(source.kind, ['first'])
    firsts[source.kind] = (known.get('first')?.doc ?? 0) >> 25
  }
  assert.deepEqual(
    { version: indexVersion, firsts },
    { version: 1, firsts: { task: 0, session: 1, output: 2, brief: 3, run: 4, transcript: 5 } },
  )
  await room.close()
})
