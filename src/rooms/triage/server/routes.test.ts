// The routes of briefs, locks, corrections and memories: what they answer, and how they refuse bad input.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openRoom, testOnBoth, type Room } from './room.testkit.ts'

let room: Room

before(async () => {
  room = await openRoom()
  await room.addTasks('T-1', 'T-2')
})
after(() => room.close())

/** Route, body, status, and the field that the refusal names. */
const bad: readonly (readonly [string, unknown, number, string | null])[] = [
  ['POST /api/briefs', { source: 'fax', body: 'x' }, 400, 'source'],
  ['POST /api/briefs', { source: 'Slack', body: 'x' }, 400, 'source'],
  ['POST /api/briefs', { source: '', body: 'x' }, 400, 'source'],
  ['POST /api/briefs', { source: null, body: 'x' }, 400, 'source'],
  ['POST /api/briefs', { body: 'x' }, 400, 'source'],
  ['POST /api/briefs', { source: 'slack' }, 400, 'body'],
  ['POST /api/briefs', { source: 'slack', body: '' }, 400, 'body'],
  ['POST /api/briefs', { source: 'slack', body: ' \n\t ' }, 400, 'body'],
  ['POST /api/briefs', { source: 'slack', body: 'x'.repeat(20_001) }, 400, 'body'],
  ['POST /api/briefs', { source: 'slack', body: ['x'] }, 400, 'body'],
  ['POST /api/briefs', { source: 'slack', body: 'x', tags: 'a' }, 400, 'tags'],
  ['POST /api/briefs', { source: 'slack', body: 'x', tags: [''] }, 400, 'tags.0'],
  ['POST /api/briefs', { source: 'slack', body: 'x', tags: [1] }, 400, 'tags.0'],
  ['POST /api/briefs', { source: 'slack', body: 'x', tag: ['a'] }, 400, 'tag'],
  ['POST /api/briefs', {}, 400, 'source'],
  ['POST /api/briefs', [], 400, ''],
  ['GET /api/briefs?consumed=maybe', undefined, 400, 'consumed'],
  ['GET /api/briefs?limit=0', undefined, 400, 'limit'],
  ['GET /api/briefs?cursor=abc', undefined, 400, 'cursor'],
  ['DELETE /api/briefs/99', undefined, 404, null],
  ['DELETE /api/briefs/x', undefined, 400, 'id'],
  ['DELETE /api/briefs/-1', undefined, 400, 'id'],
  ['POST /api/triage/overrides', {}, 400, 'task_id'],
  ['POST /api/triage/overrides', { dimension: 'impact', new_value: '5' }, 400, 'task_id'],
  ['POST /api/triage/overrides', { task_id: 'T-1', new_value: '5' }, 400, 'dimension'],
  ['POST /api/triage/overrides', { task_id: 'T-1', dimension: 'mood', new_value: '5' }, 400, 'dimension'],
  ['POST /api/triage/overrides', { task_id: 'T-1', dimension: 'impact' }, 400, 'new_value'],
  ['POST /api/triage/overrides', { task_id: 'T-1', dimension: 'impact', new_value: null }, 400, 'new_value'],
  ['POST /api/triage/overrides', { task_id: 'T-1', dimension: 'impact', new_value: true }, 400, 'new_value'],
  ...['0', '6', '-1', '2.5', '1e0', ' 3', '٣', 'NaN', '', 'high', 0, 6, 2.5].map(
    (value) =>
      [
        'POST /api/triage/overrides',
        { task_id: 'T-1', dimension: 'urgency', new_value: value },
        400,
        'new_value',
      ] as const,
  ),
  ...['NOW', 'soon', '1', ''].map(
    (value) =>
      [
        'POST /api/triage/overrides',
        { task_id: 'T-1', dimension: 'lane', new_value: value },
        400,
        'new_value',
      ] as const,
  ),
  ...['2', 'true', 'now', ''].map(
    (value) =>
      [
        'POST /api/triage/overrides',
        { task_id: 'T-1', dimension: 'locked', new_value: value },
        400,
        'new_value',
      ] as const,
  ),
  // It is in no lane yet.
  ['POST /api/triage/overrides', { task_id: 'T-1', dimension: 'locked', new_value: '1' }, 400, 'new_value'],
  ['POST /api/triage/overrides', { task_id: 'T-9', dimension: 'effort', new_value: '1' }, 404, 'task_id'],
  ['POST /api/triage/overrides', { task_id: 'T-9', dimension: 'locked', new_value: '0' }, 404, 'task_id'],
  ['POST /api/triage/overrides', { task_id: 'T-1', dimension: 'effort', new_value: '1', reason: 'x' }, 400, 'reason'],
  [
    'POST /api/triage/overrides',
    { task_id: 'T-1', dimension: 'effort', new_value: '1', user_reason: 'x'.repeat(2001) },
    400,
    'user_reason',
  ],
  ['GET /api/triage/overrides?applied=1', undefined, 400, 'applied'],
  ['DELETE /api/triage/overrides/99', undefined, 404, null],
  ['POST /api/triage/lock/T-1', {}, 400, 'lane'],
  ['POST /api/triage/lock/T-1', { lane: 'someday', reason: 'x' }, 400, 'lane'],
  ['POST /api/triage/lock/T-1', { lane: 'NOW', reason: 'x' }, 400, 'lane'],
  ['POST /api/triage/lock/T-1', { lane: 'now', reason: 5 }, 400, 'reason'],
  ['POST /api/triage/lock/T-1', { lane: 'now', why: 'x' }, 400, 'why'],
  ['POST /api/triage/lock/T-9', { lane: 'now', reason: 'x' }, 404, 'task_id'],
  ['POST /api/triage/unlock/T-9', undefined, 404, 'task_id'],
  ['GET /api/triage/explain/T-9', undefined, 404, 'task_id'],
  ['POST /api/triage/memories', { body: ' ' }, 400, 'body'],
  ['POST /api/triage/memories', { body: 'x'.repeat(2001) }, 400, 'body'],
  ['PATCH /api/triage/memories/9', { body: 'x' }, 404, null],
  ['DELETE /api/triage/memories/9', undefined, 404, null],
  ['POST /api/triage/runs?dry_run=perhaps', undefined, 400, 'dry_run'],
  ['GET /api/triage/runs?status=done', undefined, 400, 'status'],
  ['GET /api/triage/runs/9', undefined, 404, null],
  ['GET /api/triage/runs/x', undefined, 400, 'id'],
  ['GET /api/morning?lanes=now,soon', undefined, 400, 'lanes.1'],
]

for (const [route, body, status, field] of bad) {
  test(`${route} ${(JSON.stringify(body) ?? '').slice(0, 90)} is ${status} ${field ?? ''}`, async () => {
    const before = await room.written()
    const [method = '', path = ''] = route.split(' ')
    const answer = await room.ask(method, path, body)
    assert.equal(answer.status, status, JSON.stringify(answer.body))
    assert.equal(answer.body.error, status === 404 ? 'not_found' : 'invalid_request')
    assert.equal(answer.body.details?.[0]?.field ?? null, field)
    assert.equal(await room.written(), before)
  })
}

testOnBoth(
  'a brief answers its number and time, and stands in the list of those that wait',
  async ({ ask, published }) => {
    const made = await ask('POST', '/api/briefs', { source: 'slack', body: '  Vendor confirms  ', tags: ['a', 'b'] })
    assert.equal(made.status, 200)
    assert.deepEqual(Object.keys(made.body).toSorted(), ['created_at', 'id'])
    await ask('POST', '/api/briefs', { source: 'personal', body: 'Tired' })
    const { briefs, next_cursor: next } = (await ask('GET', '/api/briefs?limit=1')).body
    assert.deepEqual(
      briefs.map(({ body, tags }) => [body, tags]),
      [['Tired', []]],
    )
    const second = (await ask('GET', `/api/briefs?limit=1&cursor=${next}`)).body
    assert.deepEqual(second.briefs, [
      {
        id: made.body.id,
        source: 'slack',
        body: 'Vendor confirms',
        tags: ['a', 'b'],
        created_at: made.body.created_at,
        consumed_in_run_id: null,
      },
    ])
    assert.equal(second.next_cursor, null)
    assert.deepEqual((await ask('GET', '/api/briefs?consumed=true')).body.briefs, [])
    assert.deepEqual((await ask('DELETE', `/api/briefs/${made.body.id}`)).body, { ok: true })
    assert.equal((await ask('DELETE', `/api/briefs/${made.body.id}`)).status, 404)
    const told = published.filter(({ id }) => id === 'briefs').map(({ value }) => Object(value).waiting)
    assert.deepEqual(told, [1, 2, 1])
  },
)

testOnBoth(
  'a lock and an unlock change the task and leave an override each; a second lock moves it',
  async ({ addTasks, ask }) => {
    await addTasks('T-1')
    const locked = await ask('POST', '/api/triage/lock/T-1', { lane: 'next', reason: 'waits for Ann' })
    assert.equal(locked.status, 200)
    const { task, override } = locked.body
    assert.deepEqual([task.score_locked, task.locked_lane, task.current_lane], [1, 'next', null])
    const { created_at: _, ...rest } = override
    assert.deepEqual(rest, {
      id: 1,
      task_id: 'T-1',
      dimension: 'locked',
      old_value: '0',
      new_value: '1',
      user_reason: 'waits for Ann',
      lane: 'next',
      applied_to_run_id: null,
    })
    assert.equal((await ask('POST', '/api/triage/lock/T-1', { lane: 'now' })).body.task.locked_lane, 'now')
    const { lanes } = (await ask('GET', '/api/triage/lanes')).body
    assert.deepEqual(
      lanes[0]?.entries.map(({ task: it, lock }) => [it.id, lock?.lane]),
      [['T-1', 'now']],
    )
    const unlocked = (await ask('POST', '/api/triage/unlock/T-1')).body
    assert.deepEqual([unlocked.task.score_locked, unlocked.task.locked_lane], [0, null])
    assert.deepEqual([unlocked.override.old_value, unlocked.override.new_value], ['1', '0'])
    assert.equal((await ask('DELETE', '/api/triage/overrides/3')).status, 409)
  },
)

testOnBoth(
  'the dimension locked of an override locks at the present lane, and unlocks',
  async ({ addTasks, ask, run }) => {
    await addTasks('T-1')
    await run()
    const lock = { task_id: 'T-1', dimension: 'locked', new_value: '1', user_reason: 'mine' }
    const made = await ask('POST', '/api/triage/overrides', lock)
    assert.deepEqual([made.status, made.body.override.lane], [201, 'now'])
    assert.equal((await ask('GET', '/api/tasks/T-1')).body.task.locked_lane, 'now')
    await ask('POST', '/api/triage/overrides', { ...lock, new_value: '0' })
    assert.equal((await ask('GET', '/api/tasks/T-1')).body.task.score_locked, 0)
  },
)

testOnBoth(
  'an override knows the value that it replaces, and goes again until a run has read it',
  async ({ addTasks, ask, run }) => {
    await addTasks('T-1')
    await run()
    const made = await ask('POST', '/api/triage/overrides', { task_id: 'T-1', dimension: 'urgency', new_value: 5 })
    assert.deepEqual([made.status, made.body.override.old_value, made.body.override.new_value], [201, '3', '5'])
    const lane = await ask('POST', '/api/triage/overrides', { task_id: 'T-1', dimension: 'lane', new_value: 'later' })
    assert.equal(lane.body.override.old_value, 'now')
    const entry = (await ask('GET', '/api/triage/lanes')).body.lanes[0]?.entries[0]
    assert.deepEqual(
      entry?.pending.map(({ dimension }) => dimension),
      ['urgency', 'lane'],
    )
    assert.deepEqual((await ask('DELETE', `/api/triage/overrides/${made.body.override.id}`)).body, { ok: true })
    await run()
    const { overrides } = (await ask('GET', '/api/triage/overrides?applied=true&task_id=T-1')).body
    assert.deepEqual(
      overrides.map(({ dimension }) => dimension),
      ['lane'],
    )
    const late = await ask('DELETE', `/api/triage/overrides/${lane.body.override.id}`)
    assert.deepEqual([late.status, late.body.error], [409, 'conflict'])
    assert.equal((await ask('GET', '/api/tasks/T-1')).body.task.current_lane, 'later')
    const { explanation } = (await ask('GET', '/api/triage/explain/T-1')).body
    assert.deepEqual(explanation.why, ['Its score: 3 × 3 × 3 ÷ 3 = 9.0.', 'You put it into LATER.'])
  },
)

testOnBoth('a hundred memories are kept, and one more is refused with what to do', async ({ ask }) => {
  const add = (count: number) => ask('POST', '/api/triage/memories', { body: `Note ${count}` })
  for (let count = 1; count <= 100; count += 1) assert.equal((await add(count)).status, 201, `${count}`)
  const { status, body } = await add(101)
  assert.deepEqual([status, body.error], [429, 'too_many'])
  assert.match(body.hint ?? '', /orrery triage memory ls/)
  assert.equal((await ask('GET', '/api/triage/memories')).body.memories.length, 100)
})

testOnBoth('memories are kept, changed and deleted', async ({ ask }) => {
  const made = await ask('POST', '/api/triage/memories', { body: 'Customers first' })
  assert.equal(made.status, 201)
  const { id } = made.body.memory
  const changed = await ask('PATCH', `/api/triage/memories/${id}`, { body: 'Money first' })
  assert.equal(changed.body.memory.body, 'Money first')
  assert.notEqual(changed.body.memory.updated_at, changed.body.memory.created_at)
  assert.deepEqual((await ask('GET', '/api/triage/memories')).body.memories, [changed.body.memory])
  assert.deepEqual((await ask('DELETE', `/api/triage/memories/${id}`)).body, { ok: true })
  assert.deepEqual((await ask('GET', '/api/triage/memories')).body.memories, [])
})

testOnBoth('the morning shows NOW, and the other lanes when they are asked for', async ({ addTasks, ask, run }) => {
  const empty: unknown = (await ask('GET', '/api/morning')).body
  assert.deepEqual(empty, { run: null, now: [], next: null, later: null })
  await addTasks('T-1', 'T-2', 'T-3', 'T-4')
  await run()
  const { body } = await ask('GET', '/api/morning?lanes=now,next')
  assert.deepEqual([body.now.length, body.next?.length, body.later], [3, 1, null])
  assert.equal(body.run.id, 1)
})

testOnBoth(
  'movement compares with the run before, and learning counts what was corrected',
  async ({ addTasks, ask, run, fake }) => {
    await addTasks('T-1', 'T-2', 'T-3', 'T-4')
    await run()
    const first = (await ask('GET', '/api/triage/lanes')).body.lanes[0]?.entries[0]
    assert.equal(first?.movement, null)
    await ask('POST', '/api/triage/overrides', { task_id: 'T-4', dimension: 'impact', new_value: 5 })
    await ask('POST', '/api/triage/overrides', { task_id: 'T-1', dimension: 'lane', new_value: 'later' })
    fake.scores.set('T-4', { impact: 4 })
    await run()
    const { lanes } = (await ask('GET', '/api/triage/lanes')).body
    const moves = lanes.flatMap(({ entries }) =>
      entries.map(({ task, movement, overridden }) => [task.id, movement?.kind, movement?.places, overridden.join()]),
    )
    assert.deepEqual(moves, [
      ['T-4', 'up', 3, 'impact'],
      ['T-2', 'same', 0, ''],
      ['T-3', 'same', 0, ''],
      ['T-1', 'down', 3, ''],
    ])
    const learning = (await ask('GET', '/api/triage/learning')).body as unknown as {
      runs: { run_id: number; lanes_kept: number; untouched: number; overrides: number }[]
      dimensions: { dimension: string; mean_correction: number | null }[]
    }
    assert.deepEqual(
      learning.runs.map((one) => [one.run_id, one.lanes_kept, one.untouched, one.overrides]),
      [
        [1, 0.75, 0.5, 2],
        [2, 1, 1, 0],
      ],
    )
    assert.deepEqual(learning.dimensions[0], { dimension: 'impact', corrections: 1, mean_correction: 2, mean_size: 2 })
  },
)
