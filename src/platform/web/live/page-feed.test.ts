// The page's feed between a service that a test plays and stores of its own.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { err, ok } from '#base/result.ts'
import { liveKind } from '#platform/live-kind.ts'
import { readProblem, unreachable } from '../api/problem.ts'
import { dropToken, keepToken } from '../auth/token.ts'
import { createEntityStore } from '../store/entity-store.ts'
import { createValue } from '../store/value-store.ts'
import { followIn, listenTo } from './follower.ts'
import { openPageFeed } from './page-feed.ts'
import { reconnects } from './reconnects.ts'
import { createTestWorld } from './socket-world.testkit.ts'

type Thing = { readonly id: string; readonly size?: number }
const liveThings = liveKind<Thing>()({ kind: 'thing', listed: 'things' })
const liveNotes = liveKind<string>()({ kind: 'note', listed: null })

const noLogin = readProblem({ status: 401, body: { error: 'unauthenticated', reason: 'Log in.' }, requestId: null })

function setUp(read: Parameters<typeof followIn<Thing>>[2] = {}) {
  const world = createTestWorld()
  const things = createEntityStore<Thing>()
  const isTold = createValue(false)
  const notes: unknown[] = []
  const feed = openPageFeed(
    {
      path: '/ws/things',
      followers: [
        followIn(liveThings, things, { ...read, isTold }),
        listenTo(liveNotes, { onAll: (all) => notes.push(all), onChanges: (changes) => notes.push(...changes) }),
      ],
    },
    { sockets: world, clocks: { nextFrame: (run) => run(), later: () => {} } },
  )
  return { world, things, notes, isTold, feed, ids: () => things.all().map(({ id }) => id) }
}

test('a snapshot fills the stores, changes go to the store of their kind and to no other', () => {
  const { world, notes, isTold, feed, ids } = setUp()
  world.last().open()
  assert.deepEqual([feed.isLoaded.get(), isTold.get()], [false, false])
  world.last().say({ type: 'snapshot', seq: 1, things: [{ id: 'a' }], weather: [{ id: 'w' }] })
  assert.deepEqual([ids(), notes, feed.isLoaded.get(), isTold.get()], [['a'], [[]], true, true])
  world.last().say({
    type: 'changes',
    seq: 2,
    changes: [
      { kind: 'thing', op: 'remove', id: 'a', value: { id: 'a' } },
      { kind: 'thing', op: 'upsert', id: 'b', value: { id: 'b' } },
      { kind: 'note', op: 'upsert', id: 'n', value: 'hello' },
      { kind: 'weather', op: 'upsert', id: 'w', value: { id: 'w' } },
    ],
  })
  assert.deepEqual([ids(), notes.at(-1)], [['b'], { op: 'upsert', id: 'n', value: 'hello' }])
})

test('where the socket is refused, what is read by GET stands in, and the socket goes on trying', async () => {
  const { world, feed, ids } = setUp({ read: async () => ok([{ id: 'read' }]) })
  world.last().end()
  await settled()
  assert.deepEqual([ids(), feed.isLoaded.get(), feed.refusal.get()], [['read'], true, null])
  world.pass(500)
  assert.equal(world.sockets.length, 2)
})

test('without a login the page says so and rests until there is one', async () => {
  const { world, feed } = setUp({ read: async () => err(noLogin) })
  world.last().end()
  await settled()
  assert.deepEqual([feed.refusal.get(), feed.socket.state.get().kind], [noLogin, 'resting'])
  keepToken('t')
  assert.equal(world.sockets.length, 2)
  world.last().open()
  world.last().say({ type: 'snapshot', seq: 1, things: [] })
  assert.equal(feed.refusal.get(), null)
  dropToken('t')
})

test('a service that does not answer is told by the socket alone', async () => {
  const { world, feed } = setUp({ read: async () => err(unreachable) })
  world.last().end()
  await settled()
  assert.deepEqual([feed.refusal.get(), feed.isLoaded.get()], [null, false])
  assert.equal(feed.socket.state.get().kind, 'reconnecting')
})

test('an answer that comes after the socket is back is not put over newer news', async () => {
  const asked = Promise.withResolvers<void>()
  const { world, ids } = setUp({
    async read() {
      await asked.promise
      return ok([{ id: 'old' }])
    },
  })
  world.last().end()
  world.pass(500)
  world.last().open()
  world.last().say({ type: 'snapshot', seq: 1, things: [{ id: 'new' }] })
  asked.resolve()
  await settled()
  assert.deepEqual(ids(), ['new'])
})

test('however often it is refused, one reading is under way at a time', async () => {
  let readings = 0
  const asked = Promise.withResolvers<void>()
  const { world } = setUp({
    async read() {
      readings += 1
      await asked.promise
      return ok([])
    },
  })
  for (const waitMs of [500, 1000, 2000]) {
    world.last().end()
    world.pass(waitMs)
  }
  assert.equal(readings, 1)
  asked.resolve()
  await settled()
  world.last().end()
  await settled()
  assert.equal(readings, 2)
})

test('a feed that comes back is counted, so that what it does not carry is read again', async () => {
  const { world } = setUp({ read: async () => ok([]) })
  const before = reconnects.get()
  world.last().open()
  assert.equal(reconnects.get(), before)
  world.last().end()
  world.pass(500)
  world.last().open()
  assert.equal(reconnects.get(), before + 1)
})

test('one that opens only at a later try is counted, too: what was read before found no service', async () => {
  const { world } = setUp({ read: async () => err(unreachable) })
  const before = reconnects.get()
  world.last().end()
  await settled()
  world.pass(500)
  world.last().open()
  assert.equal(reconnects.get(), before + 1)
})

async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate)
}

test('what an earlier page kept is shown until the service tells the truth, and changes nothing after it', () => {
  const { world, notes, feed, ids } = setUp({ read: async () => err(unreachable) })
  feed.recall({ things: [{ id: 'kept' }] }, Date.now())
  assert.deepEqual([ids(), feed.isLoaded.get(), notes], [['kept'], true, []])
  assert.deepEqual(feed.held(), { things: [{ id: 'kept' }] })
  world.last().open()
  world.last().say({ type: 'snapshot', seq: 1, things: [{ id: 'a' }] })
  assert.deepEqual(ids(), ['a'])
  feed.recall({ things: [{ id: 'kept' }] }, Date.now())
  assert.deepEqual(ids(), ['a'])
})

test('what was kept goes when the service refuses whoever looks', async () => {
  const { world, feed, ids } = setUp({ read: async () => err(noLogin) })
  feed.recall({ things: [{ id: 'kept' }] }, Date.now())
  world.last().end()
  await Promise.resolve()
  await new Promise((resolve) => setImmediate(resolve))
  assert.deepEqual([ids(), feed.isLoaded.get(), feed.refusal.get()], [[], false, noLogin])
})
