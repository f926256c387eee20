import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ScoreOverride, TriageRun } from '../contract.ts'
import {
  formatScore,
  nameOfPart,
  sayDistribution,
  sayMovement,
  sayOtherLanes,
  sayOverride,
  sayProgress,
  sayReplaced,
  sayRun,
  sayUnmet,
  sayWaiting,
  waitingFor,
} from './words.ts'

test('what waits is counted in words, and nothing is said of nothing', () => {
  const rows: [number, number, string | null][] = [
    [0, 0, null],
    [1, 0, '1 brief waits'],
    [0, 2, '2 corrections wait'],
    [4, 1, '4 briefs and 1 correction wait'],
  ]
  for (const [briefs, overrides, words] of rows) assert.equal(sayWaiting(briefs, overrides), words)
})

test('a movement says how far and from where', () => {
  const was = { previous_lane: 'next', previous_rank: 4 } as const
  assert.equal(sayMovement({ kind: 'up', places: 3, ...was }), 'Up 3 places; was 4 in NEXT')
  assert.equal(sayMovement({ kind: 'down', places: 1, ...was }), 'Down 1 place; was 4 in NEXT')
  assert.equal(
    sayMovement({ kind: 'new', places: 0, previous_lane: null, previous_rank: null }),
    'New in the lanes since the run before',
  )
})

test('a movement without a place before says how far alone, and one that is none says so', () => {
  const nowhere = { previous_lane: null, previous_rank: null } as const
  assert.equal(sayMovement({ kind: 'up', places: 2, ...nowhere }), 'Up 2 places')
  assert.equal(sayMovement({ kind: 'same', places: 0, ...nowhere }), 'In the same place as before')
})

test('each step of a run has its words', () => {
  const step = (phase: 'reading' | 'asking' | 'writing', total = 0) => sayProgress({ phase, done: 0, total })
  assert.deepEqual(
    [step('reading'), step('asking'), step('asking', 2), step('writing')],
    ['Reading tasks and briefs', 'Asking the model', 'Asking the model, 0 of 2 tasks', 'Writing'],
  )
  assert.equal(sayRun(run({ status: 'running' })), 'Starting')
  assert.equal(sayRun(run({ status: 'running', progress: { phase: 'writing', done: 1, total: 1 } })), 'Writing')
  assert.equal(sayRun(run({ status: 'failed' })), 'failed')
})

test('what the model said and a person or the arithmetic did not follow is told by title', () => {
  const clash = {
    scores: [{ task_id: 'T', dimension: 'urgency', model: 2, user: 5 }],
    lanes: [{ task_id: 'T', model: 'now', placed: null }],
    unmet: [],
  } satisfies TriageRun['clash_summary']
  const titleOf = () => 'Fuel'
  assert.deepEqual(sayReplaced(clash, titleOf), [`${nameOfPart('urgency')} of “Fuel”: the model said 2, you 5.`])
  assert.deepEqual(sayOtherLanes(clash, titleOf), ['“Fuel”: NOW, it is in no lane.'])
  assert.deepEqual([...sayReplaced(null, titleOf), ...sayOtherLanes(null, titleOf)], [])
})

test('a correction reads as from what to what', () => {
  const rows: [Partial<ScoreOverride>, string][] = [
    [{ dimension: 'urgency', old_value: '3', new_value: '5' }, 'urgency 3 to 5'],
    [{ dimension: 'effort', old_value: null, new_value: '2' }, 'effort 2'],
    [{ dimension: 'lane', old_value: 'next', new_value: 'now' }, 'NEXT to NOW'],
    [{ dimension: 'lane', old_value: null, new_value: 'later' }, 'to LATER'],
    [{ dimension: 'locked', new_value: '1', lane: 'next' }, 'locked in NEXT'],
    [{ dimension: 'locked', new_value: '0', lane: null }, 'unlocked'],
  ]
  for (const [given, words] of rows) assert.equal(sayOverride(override(1, given)), words)
})

test('of several corrections that wait the newest counts', () => {
  const pending = [override(2, { new_value: '5' }), override(3, { new_value: '4' }), override(1, { new_value: '1' })]
  assert.equal(waitingFor(pending, 'urgency')?.new_value, '4')
  assert.equal(waitingFor(pending, 'lane'), null)
})

test('a run is told by what it did, or by why it did nothing', () => {
  assert.equal(sayRun(run({})), '21 scored, 1 locked, 4 moved')
  assert.equal(sayRun(run({ dry_run: true })), 'Preview: 21 scored, 1 locked, 4 moved')
  assert.equal(sayRun(run({ status: 'cancelled' })), 'cancelled, nothing kept')
  const error = { code: 'bad_answer', reason: 'The answer broke the schema.', hint: null }
  assert.equal(sayRun(run({ status: 'failed', error })), 'The answer broke the schema.')
  assert.equal(sayProgress({ phase: 'asking', done: 12, total: 1300 }), 'Asking the model, 12 of 1\u2009300 tasks')
})

test('warnings name the lane, the part and what can be done', () => {
  const over_cap = [{ lane: 'now', locked: 4, cap: 3 }] as const
  const flat = [
    { dimension: 'urgency', value: 5, share: 0.92 },
    { dimension: 'effort', value: 3, share: 1 },
  ] as const
  assert.deepEqual(sayDistribution({ over_cap: [...over_cap], flat: [...flat] }), [
    'NOW holds 4 locked tasks, more than its 3. Nothing was moved for it; unlock some.',
    'The model gave urgency 5 to 92 % and effort 3 to 100 % of the tasks, so they say little. A brief or a correction helps it to tell them apart.',
  ])
  assert.deepEqual(sayDistribution(null), [])
  const unmet = [{ task_id: 'a', wanted: 'now', placed: null }] as const
  assert.deepEqual(
    sayUnmet({ scores: [], lanes: [], unmet: [...unmet] }, (id) => `Task ${id}`),
    ['You wanted “Task a” in NOW, which was full of better-placed wishes of yours: it is in no lane.'],
  )
})

test('a score has one decimal, and a dash where there is none', () => {
  assert.equal(formatScore(37.5), '37.5')
  assert.equal(formatScore(100 / 3), '33.3')
  assert.equal(formatScore(null), '–')
})

function override(id: number, given: Partial<ScoreOverride>): ScoreOverride {
  return {
    id,
    task_id: 'a',
    dimension: 'urgency',
    old_value: null,
    new_value: null,
    user_reason: null,
    lane: null,
    created_at: '2026-01-01T00:00:00.000Z',
    applied_to_run_id: null,
    ...given,
  }
}

function run(given: Partial<TriageRun>): TriageRun {
  const nothing = { open: 22, asked: 21, carried: 0, unscored: 0, briefs: 0, briefs_left: 0, overrides: 0, memories: 0 }
  const leftOut = { overrides_left: 0, briefs_cut: 0, dropped: 0 }
  return {
    id: 1,
    status: 'success',
    dry_run: false,
    trigger_by: 'api',
    model: null,
    started_at: '2026-01-01T00:00:00.000Z',
    finished_at: null,
    error: null,
    progress: null,
    run_summary: {
      ...nothing,
      ...leftOut,
      scored: 21,
      locked: 1,
      moved: 4,
      placed: { now: 3, next: 7, later: 12, none: 0 },
      batches: 1,
      repairs: 0,
      prompt_tokens: null,
      completion_tokens: null,
      model_ms: 1,
    },
    distribution_warning: null,
    clash_summary: null,
    can_apply: false,
    applied_as: null,
    ...given,
  }
}
