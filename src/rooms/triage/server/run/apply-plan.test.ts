// A preview is a plan: what it showed is applied as it was shown, or refused in words.
import assert from 'node:assert/strict'
import { testOnBoth, type Room } from '../room.testkit.ts'

const apply = (room: Room, id: number) => room.ask('POST', `/api/triage/runs/${id}/apply`)
const read = async (room: Room, id: number) => (await room.ask('GET', `/api/triage/runs/${id}`)).body.run

testOnBoth('a plan is applied as it was shown, without asking the model again, and once', async (room) => {
  await room.addTasks('T-1', 'T-2', 'T-3', 'T-4')
  await room.ask('POST', '/api/briefs', { source: 'meeting', body: 'The auditor comes' })
  room.fake.scores.set('T-4', { impact: 5, urgency: 5, confidence: 4, effort: 2, lane: 'now', reason: 'it burns' })
  const preview = await room.run({ dryRun: true })
  const shown = await read(room, preview.id)
  assert.deepEqual([shown.can_apply, shown.applied_as], [true, null])
  room.fake.scores.set('T-4', { impact: 1, urgency: 1, confidence: 1, effort: 5, lane: 'later', reason: 'no' })
  const asked = room.fake.requests.length
  room.published.length = 0
  const { status, body } = await apply(room, preview.id)
  assert.equal(status, 200)
  assert.deepEqual([body.run.status, body.run.dry_run, body.run.model], ['success', false, 'fake-triage'])
  assert.equal(room.fake.requests.length, asked)
  assert.deepEqual((await read(room, body.run.id)).moves, shown.moves)
  assert.deepEqual(body.run.run_summary, shown.run_summary)
  const lanes = (await room.ask('GET', '/api/triage/lanes')).body.lanes
  assert.deepEqual(
    lanes[0]?.entries.map(({ task }) => task.id),
    ['T-4', 'T-1', 'T-2'],
  )
  assert.deepEqual((await room.ask('GET', '/api/briefs')).body.briefs, [])
  assert.ok(room.published.some(({ kind }) => kind === 'task'))
  assert.ok(room.published.some(({ id }) => id === 'lanes'))
  const after = await read(room, preview.id)
  assert.deepEqual([after.can_apply, after.applied_as], [false, body.run.id])
  const written = await room.written()
  assert.equal((await apply(room, preview.id)).body.run.id, body.run.id)
  assert.equal(await room.written(), written)
})

const changes: readonly (readonly [string, (room: Room) => Promise<unknown>, RegExp])[] = [
  ['an edit', (room) => room.ask('PATCH', '/api/tasks/T-1', { title: 'Other' }), /“Other” was changed/],
  ['a new task', (room) => room.addTasks('T-9'), /“Title of T-9” is new/],
  ['a brief', (room) => room.ask('POST', '/api/briefs', { source: 'news', body: 'x' }), /1 brief was added/],
  ['a lock', (room) => room.ask('POST', '/api/triage/lock/T-2', { lane: 'now' }), /“Title of T-2” was changed/],
  ['a note', (room) => room.ask('POST', '/api/triage/memories', { body: 'x' }), /the notes were changed/],
  [
    'a correction',
    (room) => room.ask('POST', '/api/triage/overrides', { task_id: 'T-1', dimension: 'urgency', new_value: 5 }),
    /1 correction was added/,
  ],
]

for (const [what, change, said] of changes) {
  testOnBoth(`after ${what} the plan is refused in words, and nothing is written`, async (room) => {
    await room.addTasks('T-1', 'T-2')
    const { id } = await room.run({ dryRun: true })
    await change(room)
    const before = await room.written()
    const { status, body } = await apply(room, id)
    assert.deepEqual([status, body.error], [409, 'conflict'])
    assert.match(body.reason, said)
    assert.equal(await room.written(), before)
  })
}

testOnBoth('only a preview whose plan is kept can be applied', async (room) => {
  await room.addTasks('T-1')
  assert.equal((await apply(room, 99)).status, 404)
  const preview = await room.run({ dryRun: true })
  const run = await room.run()
  assert.match((await apply(room, run.id)).body.reason, /is no preview/)
  assert.match((await apply(room, preview.id)).body.reason, /is not kept any more/)
  assert.equal((await read(room, preview.id)).can_apply, false)
  const previews = []
  for (let nth = 0; nth < 6; nth += 1) previews.push((await room.run({ dryRun: true })).id)
  const kept = await Promise.all(previews.map(async (id) => (await read(room, id)).can_apply))
  assert.deepEqual(kept, [false, true, true, true, true, true])
})

testOnBoth('while a run goes on no plan is applied', async (room) => {
  await room.addTasks('T-1')
  const { id } = await room.run({ dryRun: true })
  room.fake.script({ hang: true })
  const { run_id: going } = (await room.ask('POST', '/api/triage/runs')).body
  const { status, body } = await apply(room, id)
  assert.deepEqual([status, body.error], [409, 'run_in_progress'])
  await room.ask('POST', `/api/triage/runs/${going}/cancel`)
  assert.equal((await apply(room, id)).status, 200)
})
