import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ScoreRecord } from '../contract/views.ts'
import { override } from './arbitrary.testkit.ts'
import { whyHere, type WhyInput } from './explain.ts'

const parts = { impact: 5, urgency: 4, confidence: 3, effort: 2 }
const record: ScoreRecord = {
  run_id: 7,
  at: '2026-11-20T08:00:00.000Z',
  carried: false,
  model_parts: parts,
  model_lane: null,
  model_reason: null,
  parts,
  score: 30,
  lane: 'now',
  rank: 2,
}
const score = 'Its score: 5 × 4 × 3 ÷ 2 = 30.0.'
const here: WhyInput = {
  lock: null,
  member: { lane: 'now', rank: 2 },
  record,
  applied: [],
  pending: [],
  isOpen: true,
}
const lock = (reason: string | null): WhyInput['lock'] => ({ lane: 'now', reason, since: null })
const inPlace = 'Rank 2: it came into NOW, which takes 3.'
const wish = (lane: string, reason: string | null = null) =>
  override('T', { dimension: 'lane', new_value: lane, user_reason: reason })

const rows: readonly (readonly [string, Partial<WhyInput>, readonly string[]])[] = [
  ['as the model scored it', {}, [score, inPlace]],
  [
    'another rank by now',
    { member: { lane: 'now', rank: 1 } },
    [score, 'Rank 1 (2 in run 7): it came into NOW, which takes 3.'],
  ],
  ['its run put it elsewhere', { member: { lane: 'next', rank: 4 } }, [score, 'Run 7 had put it into NOW, at rank 2.']],
  [
    'done',
    { isOpen: false, member: null },
    ['It is done, so it stands in no lane.', score, 'Run 7 had put it into NOW, at rank 2.'],
  ],
  ['never scored', { record: null }, ['No run has scored it yet.']],
  [
    'locked and never scored',
    { record: null, lock: lock(null) },
    ['You locked it at NOW. Runs leave it alone.', 'No run has scored it.'],
  ],
  [
    'locked with a reason',
    { lock: lock('it pays. ') },
    ['You locked it at NOW: it pays. Runs leave it alone.', score, 'Run 7 had put it into NOW, at rank 2.'],
  ],
  [
    'locked with an empty reason',
    { record: null, lock: lock('') },
    ['You locked it at NOW. Runs leave it alone.', 'No run has scored it.'],
  ],
  [
    'no room',
    { record: { ...record, lane: null, rank: null }, member: null },
    [score, 'Others scored higher, and LATER was full.'],
  ],
  [
    'a part was corrected',
    { record: { ...record, model_parts: { ...parts, impact: 2 } } },
    [score, 'The model said impact 2; your override made it 5.', inPlace],
  ],
  ['a model that said nothing', { record: { ...record, model_parts: null } }, [score, inPlace]],
  ['no parts', { record: { ...record, parts: null } }, [inPlace]],
  [
    'a wish came true',
    { applied: [wish('now', 'the auditor comes')] },
    [score, 'You put it into NOW: the auditor comes.'],
  ],
  [
    'a wish found no room',
    { applied: [override('T'), wish('next')] },
    [score, 'You asked for NEXT, which was full of better-placed tasks that you put there.', inPlace],
  ],
  [
    'carried over',
    { record: { ...record, carried: true } },
    [score, inPlace, 'The last run did not ask about it and ranked its earlier score.'],
  ],
  [
    'corrections wait',
    {
      pending: [
        override('T', { dimension: 'urgency', old_value: '2', new_value: '5', user_reason: 'due' }),
        override('T', { dimension: 'locked', new_value: '0' }),
        override('T', { dimension: 'lane', new_value: 'later' }),
      ],
    },
    [score, inPlace, 'Waits for the next run: urgency 2 to 5: due.', 'Waits for the next run: lane unset to later.'],
  ],
]

for (const [name, more, sentences] of rows) {
  test(`why it is here: ${name}`, () => assert.deepEqual(whyHere({ ...here, ...more }), sentences))
}
