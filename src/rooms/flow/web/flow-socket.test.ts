import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestWorld } from '#platform/web/live/socket-world.testkit.ts'
import type { FlowFrame } from '../contract.ts'
import { openFlowSocket } from './flow-socket.ts'

function setUp() {
  const world = createTestWorld()
  const frames: FlowFrame[] = []
  const socket = openFlowSocket({ onFrame: (frame) => frames.push(frame), onRefused: () => {} }, world)
  return { world, socket, frames }
}

const following = (run: string | null) => ({ type: 'follow', run_id: run })

test('the run whose output is wanted is told once it can be, and again after each loss', () => {
  const { world, socket } = setUp()
  socket.follow('r1')
  assert.deepEqual(world.last().sent, [])
  world.last().open()
  socket.follow('r1')
  socket.follow('r2')
  assert.deepEqual(world.last().sent, [following('r1'), following('r2')])
  world.last().end()
  world.pass(500)
  world.last().open()
  assert.deepEqual(world.last().sent, [following('r2')])
})

test('frames that the page does not know are skipped', () => {
  const { world, frames } = setUp()
  world.last().open()
  world.last().say({ type: 'weather' })
  world.last().say({ type: 'errors', errors: [] })
  assert.deepEqual(frames, [{ type: 'errors', errors: [] }])
})
