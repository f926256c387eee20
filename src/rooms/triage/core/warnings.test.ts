import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Lane, ScoreParts } from '../contract.ts'
import { card } from './arbitrary.testkit.ts'
import type { Correction } from './corrections.ts'
import type { RankedTask } from './rank.ts'
import { clashSummary, distributionWarning } from './warnings.ts'

const middle: ScoreParts = { impact: 3, urgency: 3, confidence: 3, effort: 3 }
const nobody = { now: 0, next: 0, later: 0 }

function ranked(id: string, more: Partial<RankedTask> = {}): RankedTask {
  const before = { score: null, lane: null, rank: null }
  const model = { parts: middle, lane: null, reason: null }
  return { card: card(id), model, parts: middle, correction: null, score: 9, lane: null, rank: null, before, ...more }
}

/** Tasks whose model gave these values to impact, and each of the other parts a value of its own. */
function ofImpacts(impacts: readonly (number | null)[]): RankedTask[] {
  return impacts.map((impact, index) => {
    if (impact === null) return ranked(`T-${index}`, { model: null })
    const other = (index % 5) + 1
    const parts = { impact, urgency: other, confidence: other, effort: other }
    return ranked(`T-${index}`, { model: { parts, lane: null, reason: null } })
  })
}

const flat: readonly (readonly [string, (number | null)[], number | null])[] = [
  ['seven alike are too few', [4, 4, 4, 4, 4, 4, 4], null],
  ['eight alike', [4, 4, 4, 4, 4, 4, 4, 4], 1],
  ['eight alike with two that the model left out', [4, 4, 4, 4, 4, 4, 4, 4, null, null], 1],
  ['nine of ten alike', [5, 5, 5, 5, 5, 5, 5, 5, 5, 1], 0.9],
  ['eight of nine are not nearly all', [5, 5, 5, 5, 5, 5, 5, 5, 1], null],
]

for (const [name, impacts, share] of flat) {
  test(`a flat part: ${name}`, () => {
    const warning = distributionWarning({ ranked: ofImpacts(impacts), locked: nobody })
    const expected = { over_cap: [], flat: [{ dimension: 'impact', value: impacts[0], share }] }
    assert.deepEqual(warning, share === null ? null : expected)
  })
}

test('a lane that holds more locked tasks than its cap is warned of, a full one is not', () => {
  assert.equal(distributionWarning({ ranked: [], locked: { now: 3, next: 7, later: 30 } }), null)
  assert.deepEqual(distributionWarning({ ranked: [], locked: { now: 3, next: 8, later: 30 } }), {
    over_cap: [{ lane: 'next', locked: 8, cap: 7 }],
    flat: [],
  })
})

const correction = (parts: Correction['parts'], lane: Lane | null = null): Correction => ({
  parts,
  lane,
  laneReason: null,
})
const saying = (lane: Lane | null) => ({ parts: middle, lane, reason: null })

const clashes: readonly (readonly [string, Partial<RankedTask>, object | null])[] = [
  ['nobody said anything', { model: null }, null],
  ['the model named no lane', {}, null],
  ['the model named the lane', { model: saying('now'), lane: 'now' }, null],
  [
    'the model named another lane',
    { model: saying('now'), lane: 'later' },
    { lanes: [{ task_id: 'T', model: 'now', placed: 'later' }] },
  ],
  ['a person said what the model said', { correction: correction({ impact: 3 }) }, null],
  [
    'a person said something else of one part',
    { correction: correction({ impact: 3, effort: 5 }) },
    { scores: [{ task_id: 'T', dimension: 'effort', model: 3, user: 5 }] },
  ],
  ['a person corrected what the model left out', { model: null, correction: correction({ effort: 5 }) }, null],
  ['a wish came true', { correction: correction({}, 'next'), lane: 'next' }, null],
  [
    'a wish found its lane full',
    { correction: correction({}, 'now'), lane: 'next' },
    { unmet: [{ task_id: 'T', wanted: 'now', placed: 'next' }] },
  ],
]

for (const [name, more, expected] of clashes) {
  test(`disagreements: ${name}`, () => {
    const found = clashSummary({ ranked: [ranked('T', more)], locked: nobody })
    assert.deepEqual(found, expected === null ? null : { scores: [], lanes: [], unmet: [], ...expected })
  })
}

test('as many disagreements of one sort as of another are told as well', () => {
  const more = { model: saying('now'), lane: 'later', correction: correction({ impact: 1 }) } as const
  const { scores, lanes } = clashSummary({ ranked: [ranked('T', more)], locked: nobody }) ?? assert.fail()
  assert.deepEqual([scores.length, lanes.length], [1, 1])
})

test('fifty disagreements of each sort are told', () => {
  const more = { model: saying('now'), lane: 'later', correction: correction({ impact: 1 }, 'next') } as const
  const many = Array.from({ length: 60 }, (_, index) => ranked(`T-${index}`, more))
  const { scores, lanes, unmet } = clashSummary({ ranked: many, locked: nobody }) ?? assert.fail()
  assert.deepEqual([scores.length, lanes.length, unmet.length], [50, 50, 50])
})
