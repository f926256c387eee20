import assert from 'node:assert/strict'
import { test } from 'node:test'
import { offlineAfterMs, openReconnectingSocket, type SocketHandlers } from './reconnecting-socket.ts'
import { createTestWorld } from './socket-world.testkit.ts'

function setUp(more: Partial<SocketHandlers> = {}) {
  const world = createTestWorld()
  const lost: boolean[] = []
  const heard: [unknown, boolean][] = []
  const socket = openReconnectingSocket(
    {
      dial: () => ({ path: '/ws/x', token: null }),
      onMessage: (data, isFirst) => heard.push([data, isFirst]),
      onLost: (hadOpened) => lost.push(hadOpened),
      ...more,
    },
    world,
  )
  return { world, socket, lost, heard, kind: () => socket.state.get().kind }
}

test('it dials at once, is live when it opened, and marks the first message of each connection', () => {
  const { world, heard, kind } = setUp()
  assert.equal(kind(), 'connecting')
  world.last().open()
  assert.equal(kind(), 'live')
  world.last().say('a')
  world.last().say('b')
  world.last().end()
  world.pass(500)
  world.last().open()
  world.last().say('c')
  assert.deepEqual(heard, [
    ['"a"', true],
    ['"b"', false],
    ['"c"', true],
  ])
})

test('waits double while it fails, and begin short again after a connection that worked', () => {
  const { world, lost } = setUp()
  for (const waitMs of [500, 1000, 2000]) {
    world.last().end()
    const before = world.sockets.length
    world.pass(waitMs - 1)
    assert.equal(world.sockets.length, before)
    world.pass(1)
    assert.equal(world.sockets.length, before + 1)
  }
  world.last().open()
  world.last().end()
  const before = world.sockets.length
  world.pass(500)
  assert.equal(world.sockets.length, before + 1)
  assert.deepEqual(lost, [false, false, false, true])
})

test('a connection that opens and is of no use does not shorten the waits', () => {
  const { world } = setUp({ hadWorked: () => false })
  for (const waitMs of [500, 1000]) {
    world.last().open()
    world.last().end()
    const before = world.sockets.length
    world.pass(waitMs - 1)
    assert.equal(world.sockets.length, before)
    world.pass(1)
  }
})

test('after long without a connection it is offline since the loss, and at once without a network', () => {
  const { world, socket, kind } = setUp()
  world.last().open()
  const lostAtMs = world.nowMs()
  world.last().end()
  assert.equal(kind(), 'reconnecting')
  for (let tries = 0; world.nowMs() - lostAtMs <= offlineAfterMs; tries++) {
    world.pass(15_000)
    world.last().end()
    assert.ok(tries < 9)
  }
  const state = socket.state.get()
  assert.equal(state.kind === 'offline' && state.sinceMs, lostAtMs)
  const other = setUp()
  other.world.online = false
  other.world.last().end()
  assert.equal(other.kind(), 'offline')
})

test('a network or a person that comes back is worth a try at once; doubt replaces what seems to live', () => {
  const { world, kind } = setUp()
  world.last().end()
  world.machine()?.onChance()
  assert.equal(world.sockets.length, 2)
  world.last().open()
  world.machine()?.onChance()
  assert.equal(world.sockets.length, 2)
  world.machine()?.onDoubt()
  assert.equal(world.sockets.length, 3)
  assert.equal(world.sockets[1]?.isClosed, true)
  assert.equal(kind(), 'live')
})

test('one that rests is not woken by the network, only by a reconnect', () => {
  const { world, socket, kind } = setUp()
  world.last().open()
  socket.rest()
  world.machine()?.onChance()
  world.pass(60_000)
  assert.deepEqual([world.sockets.length, kind(), world.last().isClosed], [1, 'resting', true])
  socket.reconnect()
  assert.equal(world.sockets.length, 2)
})

test('where nothing can be dialled it rests, and the next reconnect asks again', () => {
  let token: string | null = null
  const { world, socket, kind } = setUp({ dial: () => (token === null ? null : { path: '/ws/x', token }) })
  assert.deepEqual([world.sockets.length, kind()], [0, 'resting'])
  token = 'abc'
  socket.reconnect()
  assert.equal(world.last().dial.token, 'abc')
})

test('a loss after which another try does not help lets it rest', () => {
  const { world, kind, lost } = setUp({ isWorthRetrying: () => false })
  world.last().open()
  world.last().end()
  world.pass(60_000)
  assert.deepEqual([kind(), world.sockets.length, lost], ['resting', 1, [true]])
})

test('what an abandoned connection still says or does is nobody’s news', () => {
  const { world, socket, heard, lost } = setUp()
  const [first] = world.sockets
  first?.open()
  socket.reconnect()
  first?.say('late')
  first?.end()
  assert.deepEqual([heard, lost], [[], []])
})

test('what is sent without a connection goes nowhere, and closing ends the watch', () => {
  const { world, socket } = setUp()
  socket.send('"early"')
  world.last().open()
  socket.send('"now"')
  assert.deepEqual(world.last().sent, ['now'])
  socket.close()
  assert.equal(world.machine(), null)
  socket.close()
})
