import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TaskCard } from '#rooms/tasks/contract.ts'
import { card } from '../arbitrary.testkit.ts'
import { mentionedIn, preRank } from './pre-rank.ts'

type Rival = readonly [better: Partial<TaskCard>, worse: Partial<TaskCard>]

const rivals: readonly Rival[] = [
  [{ priority: 'P1' }, { priority: 'P2' }],
  [{ priority: 'P2' }, { priority: 'P3' }],
  [{ priority: 'P3' }, { priority: 'P4' }],
  [{ current_score: 20 }, { current_score: 19 }],
  [
    { current_score: 10, status: 'in_progress' },
    { current_score: 10, status: 'review' },
  ],
  [
    { current_score: 10, status: 'claimed' },
    { current_score: 10, status: 'review' },
  ],
  [
    { current_score: 10, status: 'review' },
    { current_score: 10, status: 'ready' },
  ],
  [
    { current_score: 10, status: 'ready' },
    { current_score: 10, status: 'backlog' },
  ],
  // What nobody has scored is likely to matter more than what was found to be in the middle, and less than what was found high.
  [{ priority: 'P3' }, { priority: 'P3', current_score: 26 }],
  [
    { current_score: 125, status: 'backlog' },
    { priority: 'P1', status: 'in_progress' },
  ],
]

for (const [better, worse] of rivals) {
  test(`${JSON.stringify(better)} is asked about before ${JSON.stringify(worse)}`, () => {
    const tasks = [card('worse', worse), card('better', better)]
    const [first] = preRank({ tasks, corrected: new Set(), mentioned: new Set(), limit: 1 })
    assert.equal(first?.id, 'better')
  })
}

test('who is named in a brief goes before three times its score, and who was corrected before all, beyond the limit', () => {
  const tasks = [
    card('high', { current_score: 29 }),
    card('named', { current_score: 10 }),
    card('mine', { current_score: 1 }),
  ]
  const order = (limit: number, corrected: string[] = []) =>
    preRank({ tasks, corrected: new Set(corrected), mentioned: new Set(['named']), limit }).map(({ id }) => id)
  assert.deepEqual(order(3), ['named', 'high', 'mine'])
  assert.deepEqual(order(1, ['mine']), ['mine'])
  assert.deepEqual(order(1, ['mine', 'high']), ['high', 'mine'])
})

test('of equals the older is asked about', () => {
  const tasks = ['a', 'b', 'c'].map((id) => card(id))
  const asked = preRank({ tasks, corrected: new Set(), mentioned: new Set(), limit: 2 })
  assert.deepEqual(
    asked.map(({ id }) => id),
    ['a', 'b'],
  )
})

test('an id is mentioned as a word of its own, with what ends a sentence after it', () => {
  const ids = new Set(['T-1', 'T-2', 'T-3'])
  assert.deepEqual(mentionedIn(['See T-1. And XT-2, T-33; (T-3)'], ids), new Set(['T-1', 'T-3']))
})
