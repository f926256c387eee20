import assert from 'node:assert/strict'
import { test } from 'node:test'
import { swipeOf } from './swipe.ts'

const from = { x: 200, y: 300, atMs: 0 }
const cases = [
  ['to the left', { x: 100, y: 310, atMs: 150 }, 1],
  ['to the right', { x: 300, y: 290, atMs: 150 }, -1],
  ['too short', { x: 160, y: 300, atMs: 150 }, null],
  ['too slow', { x: 100, y: 300, atMs: 900 }, null],
  ['slanting, as by scrolling', { x: 100, y: 380, atMs: 150 }, null],
] as const
for (const [what, to, side] of cases) test(`a finger goes ${what}`, () => assert.equal(swipeOf(from, to), side))
