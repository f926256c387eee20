import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isOverMiddle, nextRest, type Rest } from './rest.ts'

type Step = readonly [key: string | null, x: number, nowMs: number]

function after(...steps: Step[]): Rest | null {
  return steps.reduce<Rest | null>((rest, [key, x, nowMs]) => nextRest(rest, { key, at: { x, y: 0 } }, nowMs), null)
}

test('a card is meant once the pointer rested on it, and until it is left', () => {
  const rows: [readonly Step[], boolean | null][] = [
    [[['a', 0, 0]], false],
    [
      [
        ['a', 0, 0],
        ['a', 0, 449],
      ],
      false,
    ],
    [
      [
        ['a', 0, 0],
        ['a', 0, 450],
      ],
      true,
    ],
    [
      [
        ['a', 0, 0],
        ['a', 6, 300],
        ['a', 3, 450],
      ],
      true,
    ],
    [
      [
        ['a', 0, 0],
        ['a', 20, 300],
        ['a', 20, 450],
      ],
      false,
    ],
    [
      [
        ['a', 0, 0],
        ['a', 20, 300],
        ['a', 20, 750],
      ],
      true,
    ],
    [
      [
        ['a', 0, 0],
        ['a', 0, 450],
        ['a', 90, 460],
      ],
      true,
    ],
    [
      [
        ['a', 0, 0],
        ['b', 0, 450],
      ],
      false,
    ],
    [
      [
        ['a', 0, 0],
        ['a', 0, 450],
        ['b', 0, 460],
      ],
      false,
    ],
    [
      [
        ['a', 0, 0],
        ['a', 0, 450],
        [null, 0, 460],
      ],
      null,
    ],
    [
      [
        [null, 0, 0],
        [null, 0, 900],
      ],
      null,
    ],
  ]
  for (const [steps, expected] of rows) assert.equal(after(...steps)?.isMeant ?? null, expected, JSON.stringify(steps))
})

test('the rims of a card belong to its column', () => {
  const rows: [number, boolean][] = [
    [100, false],
    [119, false],
    [120, true],
    [150, true],
    [180, true],
    [181, false],
  ]
  for (const [y, expected] of rows) assert.equal(isOverMiddle({ top: 100, bottom: 200 }, { x: 0, y }), expected, `${y}`)
})

test('a trembling hand rests wherever on the page it is, up and down as well', () => {
  const rested = (first: { x: number; y: number }, then: { x: number; y: number }) => {
    const begun = nextRest(null, { key: 'a', at: first }, 0)
    return nextRest(begun, { key: 'a', at: then }, 450)?.isMeant
  }
  const at = { x: 900, y: 700 }
  assert.equal(rested(at, { x: 908, y: 700 }), true)
  assert.equal(rested(at, { x: 900, y: 692 }), true)
  assert.equal(rested(at, { x: 900, y: 709 }), false)
  assert.equal(rested(at, { x: 891, y: 700 }), false)
})
