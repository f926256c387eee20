// What a run leaves when the process, the disk or the service itself gives out in the middle.
import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { rm } from 'node:fs/promises'
import { test } from 'node:test'
import { until } from '../../../../../test/support/until.ts'
import { openRoom, withRoom, type Room } from '../room.testkit.ts'

async function withWaiting(room: Room): Promise<void> {
  await room.addTasks('T-1', 'T-2', 'T-3')
  await room.ask('POST', '/api/briefs', { source: 'news', body: 'Something happened' })
  await room.ask('POST', '/api/triage/overrides', { task_id: 'T-1', dimension: 'impact', new_value: 5 })
}

test('a run that a dead process left is failed at the next start, and what it had read waits on', async () => {
  const first = await openRoom()
  await withWaiting(first)
  const before = await first.written()
  await first.end()
  const db = new DatabaseSync(join(first.home, 'service.db'))
  db.exec("INSERT INTO triage_runs (trigger_by, started_at) VALUES ('test', '2026-11-20T08:00:00.000Z')")
  db.close()
  const second = await openRoom({ home: first.home })
  const { runs } = (await second.ask('GET', '/api/triage/runs')).body
  assert.deepEqual(
    runs.map(({ status, error }) => [status, error?.code]),
    [['failed', 'interrupted']],
  )
  assert.equal(await second.written(), before)
  assert.equal((await second.run()).status, 'success')
  await second.end()
  await rm(first.home, { recursive: true })
})

test('lanes, locks and history are the same after a restart', async () => {
  const first = await openRoom()
  await withWaiting(first)
  await first.run()
  await first.ask('POST', '/api/triage/lock/T-2', { lane: 'later', reason: 'mine' })
  const seen = (await first.ask('GET', '/api/triage/lanes')).body
  await first.end()
  const second = await openRoom({ home: first.home })
  assert.deepEqual((await second.ask('GET', '/api/triage/lanes')).body, seen)
  await second.end()
  await rm(first.home, { recursive: true })
})

test('a service that stops during a run ends it, and its row says so', async () => {
  const first = await openRoom()
  await withWaiting(first)
  const before = await first.written()
  first.fake.hold()
  const over = first.run()
  await until('the model is asked', () => first.fake.waiting() === 1)
  await first.triage[Symbol.asyncDispose]()
  const run = await over
  assert.deepEqual([run.status, run.error?.code], ['failed', 'interrupted'])
  assert.equal(await first.written(), before)
  await first.close()
})

test('a database that takes no more in the middle of the result keeps nothing of it', () =>
  withRoom(async (room) => {
    await withWaiting(room)
    const before = await room.written()
    await room.database.commits.write({
      run: (db) =>
        db.exec(`CREATE TRIGGER full BEFORE UPDATE OF consumed_in_run_id ON briefs
          BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END`),
    })
    const cards = JSON.stringify(room.tasks.cards())
    const run = await room.run()
    assert.deepEqual([run.status, run.error?.code], ['failed', 'storage_unavailable'])
    assert.equal(await room.written(), before)
    assert.equal(JSON.stringify(room.tasks.cards()), cards)
    await room.database.commits.write({ run: (db) => db.exec('DROP TRIGGER full') })
    const next = await room.run()
    assert.deepEqual([next.status, next.run_summary?.briefs, next.run_summary?.overrides], ['success', 1, 1])
  }))

test('a lock whose commit fails leaves neither a locked task nor an override', () =>
  withRoom(async (room) => {
    await withWaiting(room)
    const before = await room.written()
    await room.database.commits.write({
      run: (db) =>
        db.exec("CREATE TRIGGER full BEFORE INSERT ON score_overrides BEGIN SELECT RAISE(ABORT, 'disk is full'); END"),
    })
    const refused = await room.ask('POST', '/api/triage/lock/T-2', { lane: 'now' })
    assert.deepEqual([refused.status, refused.body.error], [503, 'storage_unavailable'])
    assert.equal(await room.written(), before)
    assert.equal((await room.ask('GET', '/api/tasks/T-2')).body.task.score_locked, 0)
  }))

test('a task that goes for good takes its corrections along, and runs go on', () =>
  withRoom(async (room) => {
    await room.addTasks('T-1', 'T-2')
    await room.run()
    await room.ask('POST', '/api/triage/lock/T-1', { lane: 'next', reason: 'for now' })
    await room.ask('POST', '/api/triage/overrides', { task_id: 'T-1', dimension: 'impact', new_value: 5 })
    await room.ask('POST', '/api/triage/overrides', { task_id: 'T-2', dimension: 'impact', new_value: 4 })
    await room.ask('DELETE', '/api/tasks/T-1')
    await room.database.commits.write({ run: (db) => db.exec("DELETE FROM tasks WHERE id = 'T-1'") })
    const { overrides } = (await room.ask('GET', '/api/triage/overrides')).body
    assert.deepEqual(
      overrides.map(({ task_id: id }) => id),
      ['T-2'],
    )
    assert.equal((await room.run()).status, 'success')
  }))
