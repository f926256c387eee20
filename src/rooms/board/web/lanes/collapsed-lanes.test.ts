// Without storage, as where it is forbidden: what is folded lasts as long as the page. Then with one.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { collapsedLanes, openLane, toggleLane } from './collapsed-lanes.ts'

const folded = () => [...collapsedLanes.get()]

test('a lane is folded and unfolded', () => {
  toggleLane('E-1')
  toggleLane('E-2')
  assert.deepEqual(folded(), ['E-1', 'E-2'])
  toggleLane('E-1')
  assert.deepEqual(folded(), ['E-2'])
})

test('opening a lane that is open changes nothing', () => {
  const before = collapsedLanes.get()
  openLane('E-1')
  assert.equal(collapsedLanes.get(), before)
  openLane('E-2')
  assert.deepEqual(folded(), [])
})

test('this browser remembers the last five hundred', () => {
  const kept = new Map<string, string>()
  const setItem = (key: string, value: string) => void kept.set(key, value)
  Object.assign(globalThis, { localStorage: { setItem } })
  for (let place = 0; place < 502; place++) toggleLane(`E-${place}`)
  const stored: unknown = JSON.parse(kept.get('board.collapsed') ?? '')
  assert.ok(Array.isArray(stored))
  assert.deepEqual([stored.length, stored.at(0), stored.at(-1), folded().length], [500, 'E-2', 'E-501', 502])
})
