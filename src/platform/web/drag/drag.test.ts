import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { areaAt, atRest, nextPhase, scrollSpeed, type DragInput, type DragPhase } from './drag.ts'

const at = (x: number, y: number) => ({ x, y })
const down = (isTouch = false): DragInput => ({ kind: 'down', at: at(100, 100), isTouch })
const move = (x: number, y: number): DragInput => ({ kind: 'move', at: at(x, y) })
const held: DragInput = { kind: 'held' }

function after(...inputs: DragInput[]): DragPhase['kind'] {
  return inputs.reduce(nextPhase, atRest).kind
}

test('five pixels make a press a drag; less is a tap', () => {
  const rows: [DragInput[], DragPhase['kind']][] = [
    [[down()], 'pressed'],
    [[down(), move(104, 100)], 'pressed'],
    [[down(), move(105, 100)], 'dragging'],
    [[down(), move(103, 104)], 'dragging'],
    [[down(), move(104, 100), { kind: 'up' }], 'rest'],
    [[down(), held], 'pressed'],
    [[move(300, 300)], 'rest'],
  ]
  for (const [inputs, expected] of rows) assert.equal(after(...inputs), expected, JSON.stringify(inputs))
})

test('a finger that rests drags, a finger that moves first scrolls', () => {
  const rows: [DragInput[], DragPhase['kind']][] = [
    [[down(true), move(106, 100)], 'pressed'],
    [[down(true), held], 'dragging'],
    [[down(true), move(106, 100), held], 'dragging'],
    [[down(true), move(100, 112)], 'rest'],
    [[down(true), move(100, 112), held], 'rest'],
  ]
  for (const [inputs, expected] of rows) assert.equal(after(...inputs), expected, JSON.stringify(inputs))
})

test('Esc, a second press and a lost pointer end a drag', () => {
  for (const end of [{ kind: 'cancel' }, { kind: 'up' }, down()] as const) {
    assert.equal(after(down(), move(200, 100), end), 'rest')
  }
})

test('whatever happens, only a press that moved far enough or a finger that rested drags', () => {
  const inputs = fc.array(
    fc.oneof(
      fc.record({ kind: fc.constant('down' as const), at: point(), isTouch: fc.boolean() }),
      fc.record({ kind: fc.constant('move' as const), at: point() }),
      fc.constantFrom<DragInput>(held, { kind: 'up' }, { kind: 'cancel' }),
    ),
    { maxLength: 12 },
  )
  fc.assert(
    fc.property(inputs, (given) => {
      let phase: DragPhase = atRest
      for (const input of given) {
        const before = phase
        phase = nextPhase(before, input)
        if (phase.kind !== 'dragging' || before.kind === 'dragging') continue
        assert.equal(before.kind, 'pressed')
        if (before.kind !== 'pressed') continue
        if (before.isTouch) assert.equal(input.kind, 'held')
        else assert.ok(Math.hypot(phase.at.x - before.from.x, phase.at.y - before.from.y) >= 5)
      }
    }),
  )
})

test('a point is over the area that holds it, edges with the one that begins there', () => {
  const areas = [
    { id: 'queued', left: 0, top: 0, right: 100, bottom: 50 },
    { id: 'active', left: 100, top: 0, right: 200, bottom: 50 },
  ]
  const rows: [number, number, string | null][] = [
    [0, 0, 'queued'],
    [99, 49, 'queued'],
    [100, 10, 'active'],
    [200, 10, null],
    [50, 50, null],
    [-1, 10, null],
  ]
  for (const [x, y, expected] of rows) assert.equal(areaAt(areas, at(x, y)), expected, `${x} ${y}`)
})

test('near an edge the list scrolls, faster the nearer, and never in the middle', () => {
  assert.equal(scrollSpeed(500, 0, 1000), 0)
  assert.equal(scrollSpeed(0, 0, 1000), -1200)
  assert.equal(scrollSpeed(1000, 0, 1000), 1200)
  assert.equal(scrollSpeed(28, 0, 1000), -600)
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1000, noNaN: true }), (y) => {
      const speed = scrollSpeed(y, 0, 1000)
      assert.ok(Math.abs(speed) <= 1200)
      assert.ok(speed === 0 || speed < 0 === y < 500)
    }),
  )
})

function point() {
  return fc.record({ x: fc.integer({ min: 0, max: 300 }), y: fc.integer({ min: 0, max: 300 }) })
}
