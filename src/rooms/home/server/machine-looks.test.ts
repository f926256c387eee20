import assert from 'node:assert/strict'
import { test } from 'node:test'
import { minuteMs, secondMs } from '#base/time.ts'
import type { HomeLook } from '../contract.ts'
import { createMachineLooks } from './machine-looks.ts'

const well: HomeLook = { name: 'tmux', level: 'ok', says: '3.4', hints: [] }

test('a look is told again for a minute, and a person who asks for a new one gets it', async () => {
  let nowMs = 0
  let looks = 0
  const watch = createMachineLooks({
    clock: { now: () => nowMs },
    look: async () => {
      looks += 1
      return [well]
    },
  })
  const [one, other] = await Promise.all([watch.tell('known'), watch.tell('new')])
  assert.equal(one, other)
  assert.equal(looks, 1, 'those who ask at a time share a look')
  nowMs = 30 * secondMs
  await watch.tell('known')
  assert.equal(looks, 1)
  await watch.tell('new')
  assert.equal(looks, 2)
  nowMs += 2 * minuteMs
  await watch.tell('known')
  assert.equal(looks, 3)
})

test('a look is as old as a minute, or for a person who asks two seconds, and is not believed from a time to come', async () => {
  let nowMs = 100 * minuteMs
  let looks = 0
  const watch = createMachineLooks({
    clock: { now: () => nowMs },
    look: async () => {
      looks += 1
      return [well]
    },
  })
  await watch.tell('known')
  const rows: [agoMs: number, wanted: 'known' | 'new', looksAgain: boolean][] = [
    [0, 'new', false],
    [2 * secondMs - 1, 'new', false],
    [2 * secondMs, 'new', true],
    [minuteMs - 1, 'known', false],
    [minuteMs, 'known', true],
    [-1, 'known', true],
  ]
  for (const [agoMs, wanted, looksAgain] of rows) {
    const before = looks
    nowMs += agoMs
    await watch.tell(wanted)
    assert.equal(looks - before, looksAgain ? 1 : 0, `${wanted} after ${agoMs} ms`)
    if (!looksAgain) nowMs -= agoMs
  }
})

test('a look that throws is told to who asked, and the next one looks again', async () => {
  let looks = 0
  const watch = createMachineLooks({
    clock: { now: () => 0 },
    look: async () => {
      looks += 1
      if (looks === 1) throw new Error('a bug')
      return [well]
    },
  })
  await assert.rejects(watch.tell('known'), /a bug/)
  assert.equal((await watch.tell('known')).level, 'ok')
})
