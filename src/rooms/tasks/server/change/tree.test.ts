import assert from 'node:assert/strict'
import { test } from 'node:test'
import { taskPriorities, taskStatuses, taskTypes, type BulkRequest, type TaskCard } from '../../contract.ts'
import { bulkEdit } from './bulk.ts'
import { changeTask, createTask, deleteTask, restoreTask } from './commands.ts'
import { openRoom, person, type Room } from '../room.testkit.ts'

/** A small generator with a seed (mulberry32), so that a failure can be seen again. */
function randomFrom(seed: number) {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  return {
    pick: <T>(values: readonly T[]): T => values[Math.floor(next() * values.length)] as T,
    chance: (share: number): boolean => next() < share,
  }
}

type Random = ReturnType<typeof randomFrom>

async function step(room: Room, random: Random, ids: string[]): Promise<unknown> {
  const { context } = room
  const id = random.pick(ids)
  const holders = room.tasks
    .cards()
    .filter(({ type, children }) => type === 'epic' || (type === 'story' && children.length > 0))
  const parent = random.chance(0.8) ? (random.pick(holders)?.id ?? null) : random.pick([...ids, null])
  const kinds = [
    'create',
    'create',
    'create',
    'status',
    'move',
    'move',
    'type',
    'delete',
    'restore',
    'bulk',
    'follow',
  ] as const
  switch (random.pick(kinds)) {
    case 'create': {
      const made = `n${ids.length}`
      ids.push(made)
      const status = random.pick(taskStatuses)
      return createTask(
        context,
        { id: made, title: made, type: random.pick([...taskTypes, 'task']), status, parent },
        person,
      )
    }
    case 'status':
      return changeTask(context, id, { request: { status: random.pick(taskStatuses) }, who: person })
    case 'move':
      return changeTask(context, id, { request: { parent }, who: person })
    case 'type':
      return changeTask(context, id, { request: { type: random.pick(taskTypes) }, who: person })
    case 'delete':
      return deleteTask(context, id, person)
    case 'restore':
      return restoreTask(context, id, person)
    case 'bulk': {
      const some = [random.pick(ids), random.pick(ids), random.pick(ids)]
      const request: BulkRequest = random.chance(0.5)
        ? { ids: some, delete: true }
        : { ids: some, set: { status: random.pick(taskStatuses), priority: random.pick(taskPriorities) } }
      return bulkEdit(context, request, person)
    }
    case 'follow':
      return room.tasks.follow(id, random.pick(taskStatuses), { sessionId: 'some-session', isStopped: false })
  }
}

/** Counts anew from the rows alone, by another way than the service does. */
const recount = `
  WITH live AS (SELECT * FROM tasks WHERE deleted_at IS NULL),
  leaf AS (SELECT * FROM live WHERE NOT EXISTS (SELECT 1 FROM live child WHERE child.parent = live.id))
  SELECT live.id, live.progress_done AS done, live.progress_total AS total,
    (SELECT count(*) FROM leaf WHERE leaf.parent = live.id OR leaf.parent IN
      (SELECT id FROM live middle WHERE middle.parent = live.id)) AS real_total,
    (SELECT count(*) FROM leaf WHERE leaf.status = 'done' AND (leaf.parent = live.id OR leaf.parent IN
      (SELECT id FROM live middle WHERE middle.parent = live.id))) AS real_done
  FROM live`

type Counted = { id: string; done: number; total: number; real_done: number; real_total: number }

async function readCounts(room: Room): Promise<Counted[]> {
  let rows: Counted[] = []
  await room.database.commits.write({ run: (db) => (rows = db.prepare(recount).all() as Counted[]) })
  return rows
}

/** What a viewer knows who has seen every change. */
function replay(room: Room): Map<string, unknown> {
  const seen = new Map<string, unknown>()
  for (const { op, id, value } of room.published) {
    if (op === 'remove') seen.delete(id)
    else seen.set(id, value)
  }
  return seen
}

const byId = (cards: readonly TaskCard[]): Map<string, unknown> => new Map(cards.map((card) => [card.id, card]))
const sorted = (cards: Map<string, unknown>) => [...cards].toSorted(([one], [other]) => (one < other ? -1 : 1))

for (const seed of [1, 2, 3, 4]) {
  test(`after 400 random operations counts, viewers and a restart all agree (seed ${seed})`, async (t) => {
    const room = await openRoom()
    t.after(() => room.close())
    const random = randomFrom(seed)
    const ids = ['n0']
    await createTask(room.context, { id: 'n0', title: 'n0', type: 'epic' }, person)
    const pending: Promise<unknown>[] = []
    for (let count = 0; count < 400; count++) {
      // Several in one commit now and then.
      pending.push(step(room, random, ids))
      if (random.chance(0.4)) await Promise.all(pending.splice(0))
    }
    await Promise.all(pending)

    const counts = await readCounts(room)
    assert.ok(counts.some(({ total }) => total > 3))
    for (const row of counts) assert.deepEqual([row.done, row.total], [row.real_done, row.real_total], row.id)
    const cards = byId(room.tasks.cards())
    for (const { id, done, total } of counts) {
      assert.deepEqual((cards.get(id) as TaskCard).progress, { done, total }, id)
    }
    assert.deepEqual(sorted(replay(room)), sorted(cards))

    await room.crash()
    const again = await openRoom({ home: room.home })
    assert.deepEqual(again.tasks.cards(), [...cards.values()])
    await again.crash()
  })
}

test('a failed commit takes everything back: memory, children, counts, and what viewers may have seen', async (t) => {
  const room = await openRoom()
  t.after(() => room.close())
  const { context } = room
  await createTask(context, { id: 'e', title: 'e', type: 'epic' }, person)
  await createTask(context, { id: 'a', title: 'a', parent: 'e', status: 'done' }, person)
  const before = structuredClone(room.tasks.cards())
  const told = room.published.length
  const poison = room.database.commits.write({
    run: () => {
      throw new Error('the disk is full')
    },
  })
  const doomed = [
    poison,
    createTask(context, { id: 'b', title: 'b', parent: 'e' }, person),
    changeTask(context, 'a', { request: { status: 'ready', parent: null }, who: person }),
    deleteTask(context, 'e', person),
  ]
  for (const result of await Promise.allSettled(doomed)) {
    assert.equal(result.status, 'rejected')
    assert.equal((result.reason as Error).name, 'StorageError')
  }
  assert.deepEqual(room.tasks.cards(), before)
  assert.deepEqual(room.settled, ['a'])
  const last = new Map(
    room.published
      .slice(told)
      .flat()
      .map(({ id, value }) => [id, value]),
  )
  const cards = new Map<string, unknown>(before.map((card) => [card.id, card]))
  assert.ok(last.size >= 3)
  for (const [id, value] of last) assert.deepEqual(value, cards.get(id) ?? null)
  const made = await createTask(context, { id: 'b', title: 'b', parent: 'e' }, person)
  assert.ok(made.ok)
  assert.deepEqual(context.index.card('e').children, ['a', 'b'])
})
