// When the next look is, and what a restart makes of what was told.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { NotifyKind } from '#base/notify-names.ts'
import { play, type Step } from './play.testkit.ts'
import type { Signal } from './signal.ts'
import { sampleRules, sampleSignal } from './signal.testkit.ts'
import { endMissing, hear, watchOf } from './watch.ts'

const ten = (kind: NotifyKind, moment = 'm1'): Signal[] =>
  Array.from({ length: 10 }, (_, nth) => sampleSignal({ tag: `session:s${nth}`, kind, moment }))
const waits = sampleSignal()
test('nothing is looked at again while nothing waits', () => {
  assert.equal(play({ steps: [{ at: 0, looks: true }] }).nextMs, null)
  assert.equal(
    play({
      steps: [
        { at: 0, hears: [waits] },
        { at: 1000, looks: true },
      ],
    }).nextMs,
    5000,
  )
  assert.equal(
    play({
      steps: [
        { at: 0, hears: [waits] },
        { at: 5000, looks: true },
      ],
    }).nextMs,
    null,
  )
})

test('of two that fail one after the other the first is held for the second, no longer than that takes', () => {
  const [one, other] = ten('failed')
  assert.ok(one !== undefined && other !== undefined)
  const steps: Step[] = [
    { at: 0, hears: [one] },
    { at: 3000, hears: [other] },
    { at: 5000, looks: true },
  ]
  assert.deepEqual(play({ steps }), { ...play({ steps }), said: [], nextMs: 8000 })
})

test('after a restart what was told is known, and what is gone is taken back', () => {
  const steps: Step[] = [
    { at: 0, hears: ten('failed').slice(0, 2) },
    { at: 5000, looks: true },
    { at: 6000, hears: [sampleSignal({ tag: 'session:s9' })] },
    { at: 11_000, looks: true },
  ]
  const { state } = play({ steps })
  const restored = watchOf([...state.standing.values()])
  const again = hear(restored, [{ tag: 'session:s0', signal: ten('failed')[0] ?? null }], {
    nowMs: 0,
    rules: sampleRules(),
    oldBefore: null,
  })
  assert.deepEqual(again.acts, [])
  const { acts } = endMissing(again.state, new Set(['session:s0']), () => 'answered')
  assert.deepEqual(
    acts.map((act) => [act.act, act.of.tag, act.of.members.length]),
    [
      ['update', 'group:failed:session:s0', 1],
      ['end', 'session:s9', 1],
    ],
  )
})
