import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ErrorBody } from '#platform/contract.ts'
import type { ApprovalState } from '#rooms/approvals/contract.ts'
import { sampleApproval } from '../../../testing/sample-approval.testkit.ts'
import { sampleSession } from '../../../testing/sample-session.testkit.ts'
import { sampleTask } from '../../../testing/sample-task.testkit.ts'
import { minute } from '../core/sample-item.testkit.ts'
import { openRoom, sampleNeed } from './room.testkit.ts'

const ids = ({ items }: { readonly items: readonly { readonly id: string }[] }) => items.map(({ id }) => id)

test('what is told is listed in its order and heard by viewers, until it needs nobody', async () => {
  const room = await openRoom()
  room.tell('run:a', sampleNeed({ kind: 'run_failed', since: minute(1) }))
  room.tell('session:w', sampleNeed({ kind: 'needs_you', since: minute(2) }))
  room.tell('session:w', sampleNeed({ kind: 'needs_you', since: minute(2) }))
  assert.deepEqual(ids(await room.read()), ['session:w', 'run:a'])
  assert.deepEqual((await room.read()).counts, { waiting: 1, to_see: 1, open: 2, snoozed: 0, seen: 0 })
  room.tell('session:w', null)
  assert.deepEqual(ids(await room.read()), ['run:a'])
  assert.deepEqual(
    room.told.map(({ op, id }) => [op, id]),
    [
      ['upsert', 'run:a'],
      ['upsert', 'session:w'],
      ['remove', 'session:w'],
    ],
  )
  await room.remove()
})

test('sessions and tasks are heard as viewers hear them, those of the start too', async () => {
  const waits = sampleSession({ id: 'w', state: 'awaiting_review', task_id: 'T' })
  let epic = 'Old title'
  const room = await openRoom({
    sessions: [waits],
    tasks: [sampleTask({ id: 'B', status: 'blocked' })],
    needOfSession: ({ state }) =>
      state === 'awaiting_review'
        ? sampleNeed({ kind: 'needs_you', task_id: 'T', about: { type: 'task', id: 'E', title: epic, project: null } })
        : null,
    needOfTask: ({ status }) => (status === 'blocked' ? sampleNeed({ kind: 'blocked' }) : null),
  })
  assert.deepEqual(ids(await room.read()), ['session:w', 'task:B'])
  epic = 'New title'
  room.tasks([{ op: 'upsert', id: 'E', value: sampleTask({ id: 'E' }) }])
  assert.equal((await room.read()).items[0]?.about?.title, 'New title')
  room.sessions([{ op: 'upsert', id: 'w', value: { ...waits, state: 'running' } }])
  room.tasks([{ op: 'remove', id: 'B', value: null }])
  assert.deepEqual(ids(await room.read()), [])
  await room.remove()
})

test('who asks for permission stands first for as long as it is open, by the answer that is needed first', async () => {
  const room = await openRoom()
  for (const [nth, id] of ['a', 'b', 'c'].entries())
    room.tell(`session:${id}`, sampleNeed({ kind: 'needs_you', since: minute(nth) }))
  const asks = (id: string, expires: number, state: ApprovalState = 'open') =>
    room.approvals([
      { op: 'upsert', id, value: sampleApproval({ id, session_id: 'c', expires_at: minute(expires), state }) },
    ])
  asks('one', 30)
  asks('two', 20)
  assert.deepEqual(ids(await room.read()), ['session:c', 'session:a', 'session:b'])
  assert.equal((await room.read()).items[0]?.asks_until, minute(20))
  asks('two', 20, 'denied')
  assert.equal((await room.read()).items[0]?.asks_until, minute(30))
  room.approvals([{ op: 'remove', id: 'one', value: null }])
  assert.deepEqual(ids(await room.read()), ['session:a', 'session:b', 'session:c'])
  assert.equal(room.told.at(-1)?.value?.asks_until, null)
  await room.remove()
})

test('a failure is seen until it fails again; the mark outlives the service', async () => {
  const first = await openRoom()
  first.tell('session:f', sampleNeed({ moment: 'one' }))
  const { status, body } = await first.mark({ items: [{ id: 'session:f', moment: 'one' }], mark: 'seen' })
  assert.deepEqual([status, body.items[0]?.mark, body.left], [200, { kind: 'seen', at: minute(0) }, []])
  assert.deepEqual(first.told.at(-1)?.value?.mark, { kind: 'seen', at: minute(0) })
  await first.close()
  const second = await openRoom({ home: first.home })
  second.tell('session:f', sampleNeed({ moment: 'one' }))
  assert.deepEqual([ids(await second.read()), ids(await second.read('?state=seen'))], [[], ['session:f']])
  second.tell('session:f', sampleNeed({ moment: 'two' }))
  assert.deepEqual(ids(await second.read()), ['session:f'])
  await second.mark({ items: [{ id: 'session:f' }], mark: 'seen' })
  await second.mark({ items: [{ id: 'session:f' }], mark: 'none' })
  assert.deepEqual(ids(await second.read()), ['session:f'], 'taken back')
  await second.close()
  const third = await openRoom({ home: first.home })
  third.tell('session:f', sampleNeed({ moment: 'two' }))
  assert.deepEqual(ids(await third.read()), ['session:f'], 'taken back for good')
  await third.remove()
})

test('what changed since a person looked is not marked, and the rest is', async () => {
  const room = await openRoom()
  room.tell('session:f', sampleNeed({ moment: 'two' }))
  room.tell('session:w', sampleNeed({ kind: 'needs_you' }))
  room.tell('session:g', sampleNeed())
  const stale = await room.mark({ items: [{ id: 'session:f', moment: 'one' }], mark: 'seen' })
  assert.deepEqual([stale.status, stale.body.error], [409, 'conflict'])
  assert.equal((await room.mark({ items: [{ id: 'session:gone' }], mark: 'seen' })).status, 404)
  const some = await room.mark({ items: [{ id: 'session:w' }, { id: 'session:g' }], mark: 'seen' })
  assert.deepEqual(
    [some.status, ids(some.body), some.body.left.map(({ id }) => id)],
    [200, ['session:g'], ['session:w']],
  )
  await room.remove()
})

test('a snooze ends at its time, by a change of state, and at the start of a service that slept over it', async () => {
  const first = await openRoom()
  const waits = sampleNeed({ kind: 'needs_you', moment: 'one' })
  for (const id of ['session:a', 'session:b', 'session:c']) first.tell(id, waits)
  const items = ['session:a', 'session:b', 'session:c'].map((id) => ({ id }))
  await first.mark({ items, mark: 'snoozed', until: minute(60) })
  assert.deepEqual([ids(await first.read()), (await first.read()).next_back], [[], minute(60)])
  first.tell('session:b', { ...waits, moment: 'two' })
  assert.deepEqual(ids(await first.read()), ['session:b'])
  await first.time.pass(60 * 60_000)
  assert.deepEqual(ids(await first.read()), ['session:a', 'session:b', 'session:c'])
  await first.mark({ items: [{ id: 'session:a' }], mark: 'snoozed', until: minute(90) })
  await first.close()
  first.time.set(minute(100))
  const second = await openRoom({ home: first.home, time: first.time })
  second.tell('session:a', waits)
  assert.deepEqual(ids(await second.read()), ['session:a'])
  await second.remove()
})

test('a snooze until it changes lasts over any time', async () => {
  const room = await openRoom()
  room.tell('session:a', sampleNeed({ kind: 'needs_you', moment: 'one' }))
  await room.mark({ items: [{ id: 'session:a' }], mark: 'snoozed', until: null })
  room.time.set(minute(7 * 24 * 60))
  await room.time.pass(60_000)
  assert.deepEqual([ids(await room.read()), (await room.read()).next_back], [[], null])
  await room.remove()
})

test('what is said to a session is said to the task that it blocked', async () => {
  const room = await openRoom()
  room.tell('session:s', sampleNeed({ subject: { type: 'session', id: 's' }, task_id: 'T' }))
  room.tell('task:T', sampleNeed({ kind: 'blocked', subject: { type: 'task', id: 'T' }, task_id: 'T', cause: 's' }))
  assert.deepEqual(ids(await room.read()), ['session:s'])
  await room.mark({ items: [{ id: 'session:s' }], mark: 'seen' })
  room.tell('session:s', null)
  assert.deepEqual([ids(await room.read()), ids(await room.read('?state=seen'))], [[], ['task:T']])
  await room.remove()
})

test('a list is read page by page', async () => {
  const room = await openRoom()
  for (const index of [1, 2, 3, 4, 5]) room.tell(`session:${index}`, sampleNeed({ since: minute(-index) }))
  const first = await room.read('?limit=2')
  const second = await room.read(`?limit=2&cursor=${first.next_cursor}`)
  const third = await room.read(`?limit=2&cursor=${second.next_cursor}`)
  assert.deepEqual(
    [first, second, third].flatMap(ids),
    [1, 2, 3, 4, 5].map((index) => `session:${index}`),
  )
  assert.equal(third.next_cursor, null)
  assert.equal((await room.read('?limit=5')).next_cursor, null)
  await room.remove()
})

test('each part of the inbox is read by its name, and all of it in one list', async () => {
  const room = await openRoom()
  for (const id of ['session:open', 'session:later', 'session:seen']) room.tell(id, sampleNeed())
  await room.mark({ items: [{ id: 'session:later' }], mark: 'snoozed', until: minute(5) })
  await room.mark({ items: [{ id: 'session:seen' }], mark: 'seen' })
  const parts = ['open', 'snoozed', 'seen', 'all'].map(async (state) => ids(await room.read(`?state=${state}`)))
  assert.deepEqual(await Promise.all(parts), [
    ['session:open'],
    ['session:later'],
    ['session:seen'],
    ['session:open', 'session:later', 'session:seen'],
  ])
  await room.remove()
})

test('viewers hear that a snooze is over, at once and once', async () => {
  const room = await openRoom()
  room.tell('session:a', sampleNeed({ kind: 'needs_you' }))
  await room.mark({ items: [{ id: 'session:a' }], mark: 'snoozed', until: minute(1) })
  room.told.length = 0
  await room.time.pass(2 * 60_000)
  assert.deepEqual(
    room.told.map(({ id, value }) => [id, value?.mark]),
    [['session:a', null]],
  )
  await room.remove()
})

test('a mark that takes nothing back is told to nobody', async () => {
  const room = await openRoom()
  room.tell('session:a', sampleNeed())
  await room.mark({ items: [{ id: 'session:a' }], mark: 'seen' })
  room.tell('session:a', null)
  room.told.length = 0
  assert.equal((await room.mark({ items: [{ id: 'session:a' }], mark: 'none' })).status, 404)
  assert.deepEqual(room.told, [])
  await room.remove()
})

test('a request that makes no sense is refused in words', async () => {
  const room = await openRoom()
  const wrong = await room.ask('/api/inbox/marks', { items: [{ id: 'x' }], mark: 'seen', until: minute(1) })
  const { details } = wrong.body as ErrorBody
  assert.deepEqual(details, [{ field: 'until', reason: 'is for "mark": "snoozed" alone' }])
  await room.remove()
})

test('marks of what needs nobody any more are forgotten after thirty days', async () => {
  const first = await openRoom()
  for (const id of ['session:gone', 'session:there']) first.tell(id, sampleNeed())
  await first.mark({ items: [{ id: 'session:gone' }, { id: 'session:there' }], mark: 'seen' })
  first.tell('session:gone', null)
  first.time.set(minute(29 * 24 * 60))
  await first.time.pass(60 * 60_000)
  first.tell('session:gone', sampleNeed())
  assert.deepEqual(ids(await first.read()), [], 'brought back in time')
  first.tell('session:gone', null)
  first.time.set(minute(31 * 24 * 60))
  await first.time.pass(60 * 60_000)
  first.tell('session:gone', sampleNeed())
  assert.deepEqual(ids(await first.read()), ['session:gone'])
  await first.remove()
})
