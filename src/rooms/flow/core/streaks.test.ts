import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Run } from '../contract.ts'
import { noStreaks, noteRun, type Streak } from './streaks.ts'

type Step = readonly [id: string, status: Run['status'], error?: string | null, input?: string]

/** The letter of a run's id says when it was asked for. */
const run = ([id, status, error = null, input]: Step) => ({
  run_id: id,
  status,
  error,
  input: input ?? null,
  created_at: `2026-11-20T10:0${id.charCodeAt(0) - 97}:00.000Z`,
  finished_at: null,
})

const streaksOf = (steps: readonly Step[]): readonly Streak[] => [
  ...steps.map(run).reduce(noteRun, noStreaks).failing.values(),
]
const told = (steps: readonly Step[]) =>
  streaksOf(steps).map(({ first, newest, times, triedBy }) => [first, newest.run_id, times, triedBy])

const rows: readonly (readonly [string, readonly Step[], ReturnType<typeof told>])[] = [
  ['a failure', [['a', 'failed', 'x']], [['a', 'a', 1, null]]],
  [
    'a failure told twice',
    [
      ['a', 'failed', 'x'],
      ['a', 'failed', 'x'],
    ],
    [['a', 'a', 1, null]],
  ],
  [
    'a success after it',
    [
      ['a', 'failed'],
      ['b', 'success'],
    ],
    [],
  ],
  [
    'a person who cancelled the next',
    [
      ['a', 'failed'],
      ['b', 'cancelled'],
    ],
    [],
  ],
  [
    'an older success, found later',
    [
      ['b', 'failed'],
      ['a', 'success'],
    ],
    [['b', 'b', 1, null]],
  ],
  [
    'an older failure, found after the success',
    [
      ['b', 'success'],
      ['a', 'failed'],
    ],
    [],
  ],
  [
    'an older failure, found after the failure',
    [
      ['b', 'failed'],
      ['a', 'failed'],
    ],
    [['b', 'b', 2, null]],
  ],
  [
    'the same once more',
    [
      ['a', 'failed', 'x'],
      ['b', 'failed', 'x'],
    ],
    [['a', 'b', 2, null]],
  ],
  [
    'another reason',
    [
      ['a', 'failed', 'x'],
      ['b', 'failed', 'y'],
    ],
    [['b', 'b', 1, null]],
  ],
  [
    'a failure after a success',
    [
      ['a', 'failed', 'x'],
      ['b', 'success'],
      ['c', 'failed', 'x'],
    ],
    [['c', 'c', 1, null]],
  ],
  [
    'a run that tries again',
    [
      ['a', 'failed'],
      ['b', 'running'],
    ],
    [['a', 'a', 1, 'b']],
  ],
  [
    'and fails again',
    [
      ['a', 'failed', 'x'],
      ['b', 'running'],
      ['b', 'failed', 'x'],
    ],
    [['a', 'b', 2, null]],
  ],
  [
    'an older run that still goes on',
    [
      ['b', 'failed'],
      ['a', 'running'],
    ],
    [['b', 'b', 1, null]],
  ],
  [
    'runs of different inputs',
    [
      ['a', 'failed', 'x', 'one'],
      ['b', 'failed', 'x', 'two'],
      ['c', 'success', null, 'one'],
    ],
    [['b', 'b', 1, null]],
  ],
]

for (const [name, steps, expected] of rows) {
  test(`${name}: ${expected.length === 0 ? 'nothing fails' : 'it fails'}`, () => {
    assert.deepEqual(told(steps), expected)
  })
}

test('the newest inputs are told, however many there are', () => {
  const many = Array.from({ length: 200 }, (_, index): Step => ['a', 'failed', 'x', String(index)])
  const kept = many.map(run).reduce(noteRun, noStreaks).failing
  assert.deepEqual([kept.size, kept.has('"199"'), kept.has('"0"')], [50, true, false])
})
