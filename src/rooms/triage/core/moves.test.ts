import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Lane, ScoreParts } from '../contract.ts'
import { card } from './arbitrary.testkit.ts'
import { movesOf } from './moves.ts'
import type { RankedTask, LaneStanding } from './rank.ts'

const middle: ScoreParts = { impact: 3, urgency: 3, confidence: 3, effort: 3 }
const at = (lane: Lane | null, rank: number | null, score: number | null = 9): LaneStanding => ({ lane, rank, score })

function ranked(
  id: string,
  [before, after]: readonly [LaneStanding, LaneStanding],
  more: Partial<RankedTask> = {},
): RankedTask {
  return { card: card(id), model: null, parts: middle, correction: null, ...after, before, ...more }
}

const wish = (lane: Lane, laneReason: string | null = null) => ({ correction: { parts: {}, lane, laneReason } })
const down = [at('now', 3), at('next', 4)] as const
const up = [at('later', 12), at('next', 8)] as const

const reasons: readonly (readonly [Parameters<typeof ranked>[1], Partial<RankedTask>, ScoreParts | null, string])[] = [
  [down, {}, null, 'over the cap of 3'],
  [[at('later', 40), at(null, null)], {}, null, 'over the cap of 30'],
  [up, {}, null, 'room in NEXT'],
  [[at(null, null), at('later', 11)], {}, null, 'room in LATER'],
  [[at('now', 1), at('now', 2)], {}, null, 'others moved around it'],
  [[at(null, null, null), at('now', 1)], {}, null, 'new'],
  [up, wish('next'), null, 'you put it into NEXT'],
  [up, wish('next', ''), null, 'you put it into NEXT'],
  [up, wish('next', 'the auditor comes'), null, 'you put it into NEXT: the auditor comes'],
  [down, wish('now'), null, 'NOW is full of what you put there, and this scores less'],
  [down, {}, { ...middle, urgency: 5 }, 'urgency 5 to 3'],
  [down, {}, { ...middle, impact: 1, effort: 2 }, 'impact 1 to 3, effort 2 to 3'],
  [
    down,
    { correction: { parts: { urgency: 3 }, lane: null, laneReason: null } },
    { ...middle, urgency: 5 },
    'urgency 5 to 3, your override',
  ],
  [down, { parts: null }, { ...middle, urgency: 5 }, 'over the cap of 3'],
  [down, {}, middle, 'over the cap of 3'],
]

for (const [way, more, earlier, why] of reasons) {
  const [before, after] = way
  test(`a move from ${before.lane} ${before.rank} to ${after.lane} ${after.rank} is told as '${why}'`, () => {
    const known = new Map(earlier === null ? [] : [['T', earlier]])
    assert.equal(movesOf([ranked('T', way, more)], known)[0]?.why, why)
  })
}

test('moves come by their new rank, then those that leave by their old one, and who stays is no move', () => {
  const tasks = [
    ranked('leaves-late', [at('later', 30), at(null, null)]),
    ranked('third', [at('now', 1), at('now', 3)]),
    ranked('stays', [at('now', 2), at('now', 2)]),
    ranked('leaves-early', [at('now', 3), at(null, null)]),
    ranked('first', [at(null, null), at('now', 1)]),
  ]
  const moves = movesOf(tasks, new Map())
  assert.deepEqual(
    moves.map(({ task_id: id }) => id),
    ['first', 'third', 'leaves-early', 'leaves-late'],
  )
  assert.deepEqual(moves[1], {
    task_id: 'third',
    title: 'Title of third',
    from_lane: 'now',
    from_rank: 1,
    from_score: 9,
    to_lane: 'now',
    to_rank: 3,
    to_score: 9,
    why: 'others moved around it',
  })
})
