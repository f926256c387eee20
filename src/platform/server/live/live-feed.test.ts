import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { WebSocket } from 'ws'
import { liveKind } from '#platform/live-kind.ts'
import { startTestServer } from '../http/testing/test-server.ts'
import { ManualTime } from '#testing/manual-time.testkit.ts'
import { comeBackMs, createLiveFeed, type LiveViewer } from './live-feed.ts'
import { countFrom } from './live-feed.testkit.ts'
import { deadAfterMs, pingIntervalMs } from './viewer.ts'

type Thing = { readonly id: string; readonly size: number }
const liveThings = liveKind<Thing>()({ kind: 'thing', listed: 'things' })
const liveNotes = liveKind<Thing>()({ kind: 'note', listed: null })

/** A feed on a server of its own, with time that stands still until the test moves it. */
async function openFeed() {
  const time = new ManualTime('2026-11-20T12:00:00.000Z')
  const things = new Map<string, Thing>()
  const asked: string[] = []
  const feed = createLiveFeed({
    path: '/ws/things',
    access: 'local_or_authenticated',
    head: () => ({ mode: 'legacy' }),
    frames: countFrom(7),
    timers: time,
    onViewer: (viewer) => heed(viewer, asked),
  })
  const told = feed.offerLate(liveThings, { all: () => things.values(), read: (id) => things.get(id) ?? null })
  const notes = feed.offer(liveNotes, {})
  const server = await startTestServer({ mount: (http) => http.addSocket(feed.route) })
  return {
    time,
    feed,
    things,
    asked,
    touch: told.touch,
    note: notes.publish,
    connect: (query = '') => connect(`${server.url.replace('http', 'ws')}/ws/things${query}`),
    async [Symbol.asyncDispose]() {
      feed[Symbol.dispose]()
      await server.stop()
    },
  }
}

function heed(viewer: LiveViewer, asked: string[]): void {
  viewer.onGone(() => asked.push('gone'))
  viewer.onMessage((data) => {
    asked.push(data.toString())
    if (data.toString() === 'hello') viewer.send({ type: 'hello' })
    else viewer.refuse('not understood')
  })
}

/** A client with the frames that it was sent. */
function connect(url: string) {
  const client = new WebSocket(url)
  const frames: Record<string, unknown>[] = []
  const waiting: (() => void)[] = []
  client.on('message', (data: Buffer) => {
    frames.push(JSON.parse(data.toString()))
    for (const wake of waiting.splice(0)) wake()
  })
  return {
    client,
    frames,
    /** Resolves with the frame of that place. */
    async frame(place: number): Promise<Record<string, unknown>> {
      while (frames.length <= place) await new Promise<void>((resolve) => waiting.push(resolve))
      return frames[place] ?? {}
    },
    async leave(): Promise<void> {
      client.close()
      await once(client, 'close')
    },
  }
}

test('a snapshot has the head, the number and each list; what changes follows by kind', async () => {
  await using room = await openFeed()
  room.things.set('a', { id: 'a', size: 1 })
  const viewer = room.connect()
  const snapshot = { type: 'snapshot', seq: 7, mode: 'legacy', things: [{ id: 'a', size: 1 }] }
  assert.deepEqual(await viewer.frame(0), snapshot)
  room.things.set('a', { id: 'a', size: 2 })
  room.touch('a')
  const changed = { kind: 'thing', op: 'upsert', id: 'a', value: { id: 'a', size: 2 } }
  assert.deepEqual(await viewer.frame(1), { type: 'changes', seq: 8, changes: [changed] })
  room.things.delete('a')
  room.touch('a')
  room.note([{ op: 'upsert', id: 'n', value: { id: 'n', size: 0 } }])
  await room.time.pass(20)
  const gone = { kind: 'thing', op: 'remove', id: 'a', value: null }
  const note = { kind: 'note', op: 'upsert', id: 'n', value: { id: 'n', size: 0 } }
  assert.deepEqual(await viewer.frame(2), { type: 'changes', seq: 9, changes: [gone, note] })
  await viewer.leave()
})

test('who comes back within a minute gets what it missed, later a snapshot', async () => {
  await using room = await openFeed()
  const first = room.connect()
  await first.frame(0)
  room.note([{ op: 'upsert', id: 'n', value: { id: 'n', size: 1 } }])
  await first.frame(1)
  await first.leave()
  while (room.feed.viewers() > 0) await new Promise(setImmediate)
  await room.time.pass(20)
  room.note([{ op: 'upsert', id: 'm', value: { id: 'm', size: 1 } }])
  const second = room.connect('?since=8')
  const { type, seq, changes } = await second.frame(0)
  assert.deepEqual([type, seq, Object(changes).length], ['changes', 9, 1])
  await second.leave()
  while (room.feed.viewers() > 0) await new Promise(setImmediate)
  await room.time.pass(comeBackMs)
  room.note([{ op: 'remove', id: 'm', value: null }])
  const third = room.connect('?since=9')
  assert.equal((await third.frame(0)).type, 'snapshot')
  await third.leave()
})

test('a snapshot that was kept while nobody watched is not shown to who comes later', async () => {
  await using room = await openFeed()
  for (const size of [1, 2]) {
    room.things.set('a', { id: 'a', size })
    room.touch('a')
    const viewer = room.connect()
    assert.deepEqual((await viewer.frame(0)).things, [{ id: 'a', size }])
    await viewer.leave()
    while (room.feed.viewers() > 0) await new Promise(setImmediate)
    await room.time.pass(comeBackMs + 20)
  }
  for (let size = 3; size < 200; size++) {
    room.things.set('a', { id: 'a', size })
    room.touch('a')
    await room.time.pass(20)
  }
  const viewer = room.connect()
  const { things } = await viewer.frame(0)
  assert.deepEqual(things, [{ id: 'a', size: 199 }])
  await viewer.leave()
})

test('a viewer may ask for something of its own, is answered beside the feed, and refused what is not understood', async () => {
  await using room = await openFeed()
  const viewer = room.connect()
  await viewer.frame(0)
  viewer.client.send('hello')
  assert.deepEqual(await viewer.frame(1), { type: 'hello' })
  viewer.client.send('what')
  const [code] = await once(viewer.client, 'close')
  while (!room.asked.includes('gone')) await new Promise(setImmediate)
  assert.deepEqual([code, room.asked], [1003, ['hello', 'what', 'gone']])
})

test('a kind is told once on a feed', async () => {
  await using room = await openFeed()
  assert.throws(() => room.feed.offer(liveNotes, {}), /the kind note is told on \/ws\/things already/)
})

/** The feed with one viewer that has its snapshot. */
async function openSocket() {
  const room = await openFeed()
  const { client, frame } = room.connect()
  await frame(0)
  const ended = new AbortController()
  client.on('close', () => ended.abort(new Error('the viewer was ended')))
  return {
    ...room,
    client,
    /** Rejects when the viewer is ended instead. */
    next: (event: string) => once(client, event, { signal: ended.signal }),
    async [Symbol.asyncDispose]() {
      client.terminate()
      await room[Symbol.asyncDispose]()
    },
  }
}

test('a clock that jumps by a day, either way, ends no viewer', async () => {
  await using socket = await openSocket()
  const { time, client, feed, note, next } = socket
  for (const jump of ['2026-11-21T12:00:00.000Z', '2026-11-19T12:00:00.000Z']) {
    time.set(jump)
    const pinged = next('ping')
    await time.pass(pingIntervalMs)
    await pinged
    note([{ op: 'remove', id: jump, value: null }])
    const [data] = (await next('message')) as [Buffer]
    assert.match(data.toString(), new RegExp(jump))
  }
  assert.deepEqual([client.readyState, feed.viewers()], [WebSocket.OPEN, 1])
})

test('a viewer that answers no ping is ended', async () => {
  await using socket = await openSocket()
  socket.client.pause()
  await socket.time.pass(deadAfterMs)
  socket.client.resume()
  await once(socket.client, 'close')
  assert.equal(socket.client.readyState, WebSocket.CLOSED)
})
