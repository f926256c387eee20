import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openLiveSocket } from './live-socket.ts'
import type { Numbered } from './sequence.ts'
import { createTestWorld } from './socket-world.testkit.ts'

function setUp() {
  const world = createTestWorld()
  const frames: Numbered[] = []
  let refusals = 0
  const socket = openLiveSocket(
    { path: '/ws/x', onFrame: (frame) => frames.push(frame), onRefused: () => (refusals += 1) },
    world,
  )
  return { world, socket, seqs: () => frames.map(({ seq }) => seq), refusals: () => refusals }
}

const snapshot = (seq: number) => ({ type: 'snapshot', seq })
const changes = (seq: number) => ({ type: 'changes', seq })

test('after a loss it goes on from the last frame that it applied', () => {
  const { world, socket, seqs } = setUp()
  assert.equal(world.last().dial.path, '/ws/x')
  world.last().open()
  world.last().say(snapshot(7))
  world.last().say(changes(8))
  world.last().end()
  world.pass(500)
  assert.equal(world.last().dial.path, '/ws/x?since=8')
  world.last().open()
  world.last().say(changes(12))
  assert.deepEqual([seqs(), socket.seq()], [[7, 8, 12], 12])
})

test('a gap drops the position and asks for a snapshot; what is stale is not applied twice', () => {
  const { world, seqs } = setUp()
  world.last().open()
  world.last().say(snapshot(1))
  world.last().say(changes(1))
  world.last().say(changes(3))
  assert.equal(world.sockets.length, 2)
  assert.equal(world.last().dial.path, '/ws/x')
  world.last().open()
  world.last().say(snapshot(9))
  assert.deepEqual(seqs(), [1, 9])
})

test('frames of a newer service are skipped', () => {
  const { world, seqs } = setUp()
  world.last().open()
  world.last().say({ type: 'weather', seq: 1 })
  world.last().say({ type: 'changes' })
  world.last().bytes(1, 2)
  assert.deepEqual(seqs(), [])
})

test('only a connection that never opened may have been refused', () => {
  const { world, refusals } = setUp()
  world.last().end()
  assert.equal(refusals(), 1)
  world.pass(500)
  world.last().open()
  world.last().end()
  assert.equal(refusals(), 1)
})
