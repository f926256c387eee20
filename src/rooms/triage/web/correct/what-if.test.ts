import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TaskCard } from '#rooms/tasks/contract.ts'
import type { Lane, LaneEntry, LanesAnswer, ScoreOverride, ScoreParts } from '../../contract.ts'
import { fillLanes } from '../../core/fill-lanes.ts'
import { scoreOf } from '../../core/score.ts'
import { effectOf, sayEffect, type Wish } from './what-if.ts'
import { card as taskCard } from '../../core/arbitrary.testkit.ts'

const at = '2026-01-01T00:00:00.000Z'

const card = (id: string): TaskCard => taskCard(id, { title: `Task ${id}`, priority: 'P2' })

/** Impact, urgency, confidence, effort. */
function parts(...values: readonly [number, number, number, number]): ScoreParts {
  const [impact, urgency, confidence, effort] = values
  return { impact, urgency, confidence, effort }
}

type Given = {
  readonly id: string
  readonly parts: ScoreParts
  readonly lockedIn?: Lane
  readonly pending?: ScoreOverride[]
}

/** The lanes as a run would leave them. */
function lanesOf(given: readonly Given[]): LanesAnswer {
  const locked = { now: 0, next: 0, later: 0 }
  for (const { lockedIn } of given) if (lockedIn !== undefined) locked[lockedIn] += 1
  const free = given.filter(({ lockedIn }) => lockedIn === undefined)
  const places = fillLanes(
    free.map(({ id, parts }) => ({ id, score: scoreOf(parts), priority: 'P2' as const, wanted: null })),
    locked,
  )
  const entryOf = ({ id, parts, lockedIn, pending = [] }: Given, lane: Lane): LaneEntry => ({
    task: card(id),
    lane,
    rank: places.get(id)?.rank ?? 0,
    score: scoreOf(parts),
    parts,
    model_parts: parts,
    model_lane: null,
    model_reason: null,
    overridden: [],
    movement: null,
    lock: lockedIn === undefined ? null : { lane: lockedIn, reason: null, since: at },
    pending,
  })
  const lanes = (['now', 'next', 'later'] as const).map((lane) => ({
    lane,
    cap: 0,
    locked: locked[lane],
    entries: given
      .filter((each) => (each.lockedIn ?? places.get(each.id)?.lane) === lane)
      .map((each) => entryOf(each, lane)),
  }))
  const placed = new Set(lanes.flatMap(({ entries }) => entries.map(({ task }) => task.id)))
  const beyond = given
    .filter(({ id }) => !placed.has(id))
    .map(({ id, parts }) => ({ task: card(id), score: scoreOf(parts), parts }))
  const state = { running: null, last: null, briefs_waiting: 0, overrides_waiting: 0, unplaced: beyond.length }
  return { lanes, beyond, state }
}

const five: readonly Given[] = [
  { id: 'a', parts: parts(5, 5, 4, 2) },
  { id: 'b', parts: parts(5, 3, 5, 2) },
  { id: 'c', parts: parts(4, 4, 4, 2) },
  { id: 'd', parts: parts(4, 3, 2, 1) },
  { id: 'e', parts: parts(1, 1, 1, 5) },
]

function said(answer: LanesAnswer, id: string, wish: Wish): string {
  const entry = answer.lanes.flatMap(({ entries }) => entries).find(({ task }) => task.id === id)
  const task = entry?.task ?? card(id)
  return sayEffect(effectOf(answer, task, wish), wish, entry?.score ?? null)
}

test('a correction says the score it makes, the place, and who has to go for it', () => {
  const answer = lanesOf(five)
  const rows: [string, Wish, string][] = [
    ['d', { kind: 'part', dimension: 'urgency', value: 5 }, 'Score becomes 40.0: NOW 2. “Task c” goes to NEXT.'],
    ['d', { kind: 'part', dimension: 'urgency', value: 3 }, 'Score stays 24.0: NEXT 4.'],
    ['a', { kind: 'part', dimension: 'impact', value: 1 }, 'Score becomes 10.0: NEXT 4. “Task d” comes up to NOW.'],
    ['e', { kind: 'lane', lane: 'now' }, 'At the next run: NOW 3. “Task c” goes to NEXT.'],
    ['e', { kind: 'lock', lane: 'now' }, 'It stays in NOW whatever later runs say. “Task c” goes to NEXT.'],
    ['unknown', { kind: 'lane', lane: 'later' }, 'At the next run: LATER 6.'],
  ]
  for (const [id, wish, sentence] of rows) assert.equal(said(answer, id, wish), sentence)
})

test('corrections that wait already count, the newest of a kind alone', () => {
  const waiting = { ...override(1, 'd', '2'), id: 1 }
  const answer = lanesOf(
    five.map((each) => (each.id === 'd' ? { ...each, pending: [override(2, 'd', '5'), waiting] } : each)),
  )
  assert.equal(
    said(answer, 'd', { kind: 'part', dimension: 'effort', value: 2 }),
    'Score becomes 20.0: NEXT 4. “Task c” comes up to NOW.',
  )
  assert.equal(said(answer, 'e', { kind: 'lane', lane: 'next' }), 'At the next run: NEXT 5.')
})

test('locked tasks keep their room and are not pushed out', () => {
  const answer = lanesOf(five.map((each) => (each.id === 'e' ? { ...each, lockedIn: 'now' as const } : each)))
  assert.equal(
    said(answer, 'd', { kind: 'part', dimension: 'urgency', value: 5 }),
    'Score becomes 40.0: NOW 2. “Task b” goes to NEXT.',
  )
  assert.equal(
    said(answer, 'e', { kind: 'lock', lane: 'next' }),
    'It stays in NEXT whatever later runs say. “Task c” comes up to NOW.',
  )
})

test('a wish for a full lane of better-placed wishes says where it comes to instead', () => {
  const wishing = five.map((each, at) =>
    at < 3 ? { ...each, pending: [{ ...override(at + 1, each.id, 'now'), dimension: 'lane' as const }] } : each,
  )
  assert.equal(
    said(lanesOf(wishing), 'e', { kind: 'lane', lane: 'now' }),
    'NOW is full of better-placed ones, so it comes to NEXT 5.',
  )
})

function override(id: number, task: string, value: string): ScoreOverride {
  return {
    id,
    task_id: task,
    dimension: 'urgency',
    old_value: null,
    new_value: value,
    user_reason: null,
    lane: null,
    created_at: at,
    applied_to_run_id: null,
  }
}
