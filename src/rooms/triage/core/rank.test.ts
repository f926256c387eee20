// What must hold of lanes whatever the tasks, the model and the person come up with.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Lane } from '../contract.ts'
import { anyCards, anyLane, anyOverrides, anyParts, card, override } from './arbitrary.testkit.ts'
import { correctionsOf } from './corrections.ts'
import { laneCaps, laneOrder } from './lanes.ts'
import { movedTasks, movesOf } from './moves.ts'
import { countLocked, sortTasks } from './open-tasks.ts'
import { rankTasks, type ModelScore, type RankedTask, type RankInput } from './rank.ts'
import { scoreOf } from './score.ts'
import { clashSummary, distributionWarning } from './warnings.ts'

/** Answers for some of the tasks, and for some that are none. */
const anyAnswers = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 65 }), anyParts, fc.option(anyLane)))
  .map(
    (said) =>
      new Map(said.map(([index, parts, lane]): [string, ModelScore] => [`T-${index}`, { parts, lane, reason: null }])),
  )

const anyInput: fc.Arbitrary<RankInput> = fc
  .tuple(anyCards, anyAnswers, anyOverrides)
  .map(([cards, answers, overrides]) => ({
    tasks: sortTasks(cards),
    answers,
    earlier: new Map(),
    corrections: correctionsOf(overrides),
  }))

const holds = (name: string, check: (input: RankInput) => void): void =>
  test(name, () => fc.assert(fc.property(anyInput, check), { numRuns: 300 })) as unknown as void

const inLane = (ranked: readonly RankedTask[], lane: Lane): RankedTask[] => ranked.filter((task) => task.lane === lane)

holds('unlocked tasks never take a lane beyond its cap, whatever is locked there', (input) => {
  const { ranked, locked } = rankTasks(input)
  for (const lane of laneOrder) {
    assert.ok(inLane(ranked, lane).length <= Math.max(0, laneCaps[lane] - locked[lane]), lane)
  }
})

holds('locked, done and container tasks are no part of the plan', (input) => {
  for (const { card: task } of rankTasks(input).ranked) {
    assert.ok(task.score_locked === 0 && task.status !== 'done' && task.children.length === 0, task.id)
  }
})

holds('within a lane the better score goes first, and ranks count on without a gap but for locked ones', (input) => {
  const { ranked, locked } = rankTasks(input)
  let next = 1
  for (const lane of laneOrder) {
    const members = inLane(ranked, lane).toSorted((one, other) => (one.rank ?? 0) - (other.rank ?? 0))
    for (const [index, task] of members.entries()) {
      assert.equal(task.rank, next)
      assert.ok(index === 0 || (members[index - 1]?.score ?? -1) >= (task.score ?? -1))
      next += 1
    }
    next += locked[lane]
  }
})

holds('of two tasks that nobody placed by hand, the better one is never in a lower lane', (input) => {
  const free = rankTasks(input).ranked.filter(
    ({ correction, score }) => (correction?.lane ?? null) === null && score !== null,
  )
  const place = (lane: Lane | null): number => (lane === null ? laneOrder.length : laneOrder.indexOf(lane))
  const ordered = free.toSorted((one, other) => (other.score ?? 0) - (one.score ?? 0))
  for (const [index, task] of ordered.entries()) {
    const better = ordered[index - 1]
    if (better === undefined || better.score === task.score) continue
    assert.ok(place(better.lane) <= place(task.lane), `${better.card.id} ${task.card.id}`)
  }
})

holds('a part that a person set is in force, and all others are the model’s', (input) => {
  for (const { card: task, parts, model, correction, score } of rankTasks(input).ranked) {
    if (model === null || parts === null) continue
    assert.deepEqual(parts, { ...model.parts, ...correction?.parts }, task.id)
    assert.equal(score, scoreOf(parts))
  }
})

holds('a lane that a person set holds, unless the lane is full of others that a person put there', (input) => {
  const { ranked, locked } = rankTasks(input)
  for (const task of ranked) {
    const wanted = task.correction?.lane ?? null
    if (wanted === null || wanted === task.lane) continue
    const members = inLane(ranked, wanted)
    assert.equal(members.length, Math.max(0, laneCaps[wanted] - locked[wanted]))
    assert.ok(members.every(({ correction }) => (correction?.lane ?? null) !== null))
  }
})

holds('a task without any score stands in no lane, unless a person put it there', (input) => {
  for (const { score, lane, correction } of rankTasks(input).ranked) {
    if (score === null && lane !== null) assert.notEqual(correction?.lane ?? null, null)
  }
})

holds('the same input gives the same plan, and leaves its input alone', (input) => {
  const before = structuredClone([input.tasks, [...input.answers], [...input.corrections]])
  assert.deepEqual(rankTasks(input), rankTasks(input))
  assert.deepEqual([input.tasks, [...input.answers], [...input.corrections]], before)
})

holds('moves tell of exactly the tasks whose lane or rank changes, each with a reason', (input) => {
  const { ranked } = rankTasks(input)
  const moves = movesOf(ranked, new Map())
  assert.equal(moves.length, movedTasks(ranked).length)
  for (const move of moves) {
    assert.ok(move.from_lane !== move.to_lane || move.from_rank !== move.to_rank)
    assert.notEqual(move.why, '')
  }
})

holds('a run over its own result moves nothing', (input) => {
  const first = rankTasks({ ...input, corrections: new Map() })
  const placed = new Map(
    first.ranked.map(({ card: task, score, lane, rank }) => [
      task.id,
      { current_score: score, current_lane: lane, current_rank: rank },
    ]),
  )
  const unlocked = input.tasks.unlocked.map((task) => ({ ...task, ...placed.get(task.id) }))
  const again = rankTasks({ ...input, tasks: { ...input.tasks, unlocked }, corrections: new Map() })
  assert.deepEqual(movedTasks(again.ranked), [])
})

test('locked tasks alone over a cap only warn', () => {
  const cards = ['a', 'b', 'c', 'd'].map((id) => card(id, { score_locked: 1, locked_lane: 'now' }))
  const tasks = sortTasks([...cards, card('e', { current_score: 100 })])
  const plan = rankTasks({ tasks, answers: new Map(), earlier: new Map(), corrections: new Map() })
  assert.deepEqual(distributionWarning(plan)?.over_cap, [{ lane: 'now', locked: 4, cap: 3 }])
  assert.deepEqual(
    plan.ranked.map(({ lane, rank }) => [lane, rank]),
    [['next', 5]],
  )
  assert.deepEqual(countLocked(tasks.locked), { now: 4, next: 0, later: 0 })
})

test('equal scores keep to the priority, then to the age of the task', () => {
  const cards = [card('old'), card('young'), card('urgent', { priority: 'P1' })].map((one) => ({
    ...one,
    current_score: 9,
  }))
  const plan = rankTasks({ tasks: sortTasks(cards), answers: new Map(), earlier: new Map(), corrections: new Map() })
  const order = plan.ranked.toSorted((one, other) => (one.rank ?? 0) - (other.rank ?? 0)).map(({ card: { id } }) => id)
  assert.deepEqual(order, ['urgent', 'old', 'young'])
})

test('four wishes for NOW: the worst scored goes to NEXT ahead of better ones that nobody placed, and is told of', () => {
  const cards = ['a', 'b', 'c', 'd', 'free'].map((id, index) =>
    card(id, { current_score: id === 'free' ? 125 : 10 - index }),
  )
  const corrections = correctionsOf(
    ['a', 'b', 'c', 'd'].map((id) => override(id, { dimension: 'lane', new_value: 'now' })),
  )
  const plan = rankTasks({ tasks: sortTasks(cards), answers: new Map(), earlier: new Map(), corrections })
  assert.deepEqual(
    plan.ranked.map(({ card: { id }, lane, rank }) => [id, lane, rank]),
    [
      ['a', 'now', 1],
      ['b', 'now', 2],
      ['c', 'now', 3],
      ['d', 'next', 5],
      ['free', 'next', 4],
    ],
  )
  assert.deepEqual(clashSummary(plan)?.unmet, [{ task_id: 'd', wanted: 'now', placed: 'next' }])
})

test('the later of two corrections wins, and locks correct nothing', () => {
  const corrections = correctionsOf([
    override('a', { id: 9, dimension: 'urgency', new_value: '5' }),
    override('a', { id: 3, dimension: 'urgency', new_value: '1' }),
    override('b', { dimension: 'locked', new_value: '1' }),
    override('c', { dimension: 'effort', new_value: '7' }),
  ])
  assert.deepEqual(
    [...corrections].map(([id, { parts }]) => [id, parts]),
    [['a', { urgency: 5 }]],
  )
})
