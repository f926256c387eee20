// Whose correction counts against which run, and how far the parts were off.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Lane, ScoreOverride } from '../contract.ts'
import { override } from './arbitrary.testkit.ts'
import { learningDimensions, learningRuns } from './learning.ts'

const at = (minute: number): string => `2026-11-20T08:${String(minute).padStart(2, '0')}:00.000Z`
const run = (id: number, minute: number, placed: Record<string, Lane>) => ({
  id,
  finishedAt: at(minute),
  placed: new Map(Object.entries(placed)),
})

const runs = [run(1, 10, { a: 'now', b: 'now', c: 'next', d: 'later' }), run(2, 20, { a: 'now' }), run(3, 30, {})]

/** Minute of the correction, the correction, and for run 1 and run 2: lanes kept, untouched, number of corrections. */
const corrections: readonly (readonly [
  string,
  number,
  Partial<ScoreOverride>,
  readonly number[],
  readonly number[],
])[] = [
  ['a part', 12, { dimension: 'urgency', new_value: '5' }, [1, 0.75, 1], [1, 1, 0]],
  ['a lane', 12, { dimension: 'lane', new_value: 'later' }, [0.75, 0.75, 1], [1, 1, 0]],
  ['the lane where it stands', 12, { dimension: 'lane', new_value: 'now' }, [1, 0.75, 1], [1, 1, 0]],
  ['a lock elsewhere', 12, { dimension: 'locked', new_value: '1', lane: 'next' }, [0.75, 0.75, 1], [1, 1, 0]],
  ['a lock where it stands', 12, { dimension: 'locked', new_value: '1', lane: 'now' }, [1, 1, 1], [1, 1, 0]],
  ['an unlock', 12, { dimension: 'locked', new_value: '0' }, [1, 1, 0], [1, 1, 0]],
  ['a part, before the first run', 5, { dimension: 'urgency', new_value: '5' }, [1, 1, 0], [1, 1, 0]],
  ['a part, after the second run', 22, { dimension: 'urgency', new_value: '5' }, [1, 1, 0], [1, 0, 1]],
]

for (const [what, minute, more, first, second] of corrections) {
  test(`${what} counts against the run that it speaks of`, () => {
    const judged = learningRuns(runs, [override('a', { created_at: at(minute), ...more })])
    const figures = judged.map(({ lanes_kept: kept, untouched, overrides }) => [kept, untouched, overrides])
    assert.deepEqual(figures, [first, second, [null, null, 0]])
  })
}

test('a task that was corrected twice counts once, one that was not placed only as a correction', () => {
  const twice = ['impact', 'effort'].map((dimension) =>
    override('a', { created_at: at(11), dimension: dimension as 'impact', new_value: '1' }),
  )
  const [first] = learningRuns(runs, [...twice, override('elsewhere', { created_at: at(11) })])
  assert.deepEqual([first?.tasks_corrected, first?.untouched, first?.overrides], [1, 0.75, 3])
})

test('parts: the mean of new minus old, and of its size; what is unknown does not count', () => {
  const steps = [
    ['3', '5'],
    ['4', '1'],
    [null, '5'],
  ] as const
  const made = steps.map(([from, to]) => override('a', { dimension: 'urgency', old_value: from, new_value: to }))
  const [impact, urgency] = learningDimensions(made)
  assert.deepEqual(urgency, { dimension: 'urgency', corrections: 2, mean_correction: -0.5, mean_size: 2.5 })
  assert.deepEqual(impact, { dimension: 'impact', corrections: 0, mean_correction: null, mean_size: null })
})
