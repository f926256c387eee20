import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wishByKey } from './pick-by-key.ts'

test('a number key picks the value of a part or the lane at that place, and no other key picks anything', () => {
  const part = { kind: 'part', dimension: 'urgency', value: 3 } as const
  const move = { kind: 'lane', lane: 'now' } as const
  const lock = { kind: 'lock', lane: 'later' } as const
  for (const [key, wish, picked] of [
    ['1', part, { ...part, value: 1 }],
    ['5', part, { ...part, value: 5 }],
    ['6', part, null],
    ['0', part, null],
    ['Enter', part, null],
    ['2', move, { kind: 'lane', lane: 'next' }],
    ['4', move, null],
    ['1', lock, { kind: 'lock', lane: 'now' }],
  ] as const) {
    assert.deepEqual(wishByKey(key, wish), picked, `${key} of ${wish.kind}`)
  }
})
