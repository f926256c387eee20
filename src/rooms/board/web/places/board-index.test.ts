import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noFilter, parseWords } from '../../core/filter.ts'
import { job, step, testKinds, type Job } from '../cards/kinds.testkit.ts'
import { createBoardIndex, type CardMove } from './board-index.ts'

function boardWith(...jobs: Job[]) {
  const { kinds, put, plan, ...stores } = testKinds()
  put(...jobs)
  const index = createBoardIndex(kinds)
  const shown = () => [index.columns.queued.get(), index.columns.active.get(), index.columns.review.get()]
  const lanes = () => index.lanes.get().map(({ id, queued, active, review }) => [id, queued, active, review])
  return { ...stores, put, plan, index, shown, lanes }
}

test('a card that changes its state moves to its column, and the move is told before', () => {
  const { index, put, shown } = boardWith(job('a'), job('b', { sinceMs: 5 }))
  const heard: [readonly CardMove[], readonly string[]][] = []
  const stop = index.onMoves((moves) => heard.push([moves, index.columns.review.get()]))
  put(job('a', { state: 'waits', sinceMs: 9 }))
  assert.deepEqual(shown(), [[], ['b'], ['a']])
  assert.deepEqual(heard, [[[{ id: 'a', from: 'active', to: 'review' }], []]])
  stop()
  put(job('a'))
  assert.equal(heard.length, 1)
})

test('what comes to the board or leaves it is no move', () => {
  const { index, put, jobs } = boardWith()
  let told = 0
  index.onMoves(() => (told += 1))
  put(job('a'))
  jobs.apply([{ id: 'a', value: null }])
  assert.equal(told, 0)
})

test('a change that leaves a card where it stands publishes no column', () => {
  const { index, put } = boardWith(job('a'), job('b', { sinceMs: 5 }))
  let published = 0
  index.columns.active.subscribe(() => (published += 1))
  index.tallies.active.subscribe(() => (published += 1))
  put(job('a', { text: 'npm test' }))
  assert.equal(published, 0)
  assert.deepEqual(index.columns.active.get(), ['b', 'a'])
})

test('tallies count states, and removal empties them', () => {
  const { jobs, index } = boardWith(
    job('waits', { state: 'waits', sinceMs: 8 }),
    job('failed', { state: 'failed', sinceMs: 2 }),
    job('over', { state: 'over' }),
  )
  assert.deepEqual(index.tallies.review.get(), { waits: 1, failed: 1, over: 1 })
  jobs.apply([{ id: 'failed', value: null }])
  assert.deepEqual(index.tallies.review.get(), { waits: 1, over: 1 })
  assert.equal(index.size.get(), 2)
})

test('a filter narrows the columns, and follows a card that comes to match', () => {
  const { index, put, shown } = boardWith(job('pay'), job('ledger', { state: 'failed' }))
  index.setFilter({ ...noFilter, words: parseWords('pay') })
  assert.deepEqual(shown(), [[], ['pay'], []])
  assert.deepEqual(index.tallies.review.get(), {})
  put(job('ledger', { state: 'failed', text: 'payment refused' }))
  assert.deepEqual(shown(), [[], ['pay'], ['ledger']])
  index.setFilter(noFilter)
  assert.equal(index.size.get(), 2)
})

test('a filter that is set again lays nothing out anew', () => {
  const { index } = boardWith(job('pay'))
  index.setFilter({ ...noFilter, words: ['pay'] })
  let published = 0
  index.columns.active.subscribe(() => (published += 1))
  index.setFilter({ ...noFilter, words: ['pay'] })
  assert.equal(published, 0)
})

test('what runs and what starts by itself is listed apart, whatever the filter', () => {
  const { index, put } = boardWith(job('a', { state: 'idle', isBlocked: true }), job('b'))
  index.setFilter({ ...noFilter, words: ['nothing'] })
  assert.deepEqual([index.waiting.get(), index.running.get()], [['a'], ['b']])
  put(job('a', { state: 'idle' }))
  assert.deepEqual(index.waiting.get(), [])
})

test('without an epic there are no lanes; with one, cards stand in its lane and the rest at the bottom', () => {
  const { put, plan, lanes, shown } = boardWith(job('s', { plan: 'T' }), job('free', { state: 'idle' }))
  plan(step('T'))
  assert.deepEqual(lanes(), [])
  assert.deepEqual(shown(), [['free', 'step:T'], ['s'], []])
  plan(step('E', { type: 'epic', children: ['T'] }), step('T', { parent: 'E' }))
  assert.deepEqual(lanes(), [
    ['E', ['step:T'], ['s'], []],
    ['', ['free'], [], []],
  ])
  put(job('s', { plan: 'T', state: 'over' }))
  assert.deepEqual(lanes()[0], ['E', ['step:T'], [], ['s']])
})

test('a task that moves to another epic takes those who work on it along', () => {
  const { plan, lanes } = boardWith(job('s', { plan: 'T' }))
  plan(step('A', { type: 'epic' }), step('B', { type: 'epic', sinceMs: 1 }), step('T', { parent: 'A' }))
  assert.deepEqual(lanes()[0], ['A', ['step:T'], ['s'], []])
  plan(step('T', { parent: 'B' }))
  assert.deepEqual(lanes(), [
    ['A', [], [], []],
    ['B', ['step:T'], ['s'], []],
  ])
})

test('lanes stand by priority; one that nothing changed in keeps its identity; a done epic without cards goes', () => {
  const { index, plan, lanes } = boardWith()
  const urgent = { type: 'epic', priority: 'P1' } as const
  plan(step('A', { type: 'epic' }), step('B', urgent), step('T', { parent: 'A' }))
  assert.deepEqual(
    lanes().map(([id]) => id),
    ['B', 'A'],
  )
  const before = index.lanes.get()[0]
  plan(step('T', { parent: 'A', state: 'busy' }))
  assert.equal(index.lanes.get()[0], before)
  plan(step('B', { ...urgent, state: 'done' }))
  assert.deepEqual(lanes(), [['A', [], ['step:T'], []]])
})

test('under a filter only lanes with cards are shown; a done epic stays while it has some', () => {
  const { index, plan, lanes } = boardWith()
  plan(step('A', { type: 'epic', state: 'done' }), step('B', { type: 'epic', sinceMs: 1 }), step('T', { parent: 'A' }))
  assert.deepEqual(
    lanes().map(([id]) => id),
    ['A', 'B'],
  )
  index.setFilter({ ...noFilter, words: ['t'] })
  assert.deepEqual(
    lanes().map(([id]) => id),
    ['A'],
  )
})

test('a blocked task calls until somebody who works on it does, and a batch is published once', () => {
  const { index, put, plan } = boardWith(job('s', { plan: 'T' }))
  plan(step('T', { state: 'blocked' }))
  index.setFilter({ ...noFilter, needsOnly: true })
  const { review } = index.columns
  assert.deepEqual(review.get(), ['step:T'])
  let published = 0
  review.subscribe(() => (published += 1))
  index.batch(() => {
    put(job('s', { plan: 'T', state: 'failed' }))
    plan(step('T', { state: 'blocked', title: 'Other' }))
  })
  assert.deepEqual(review.get(), ['s'])
  assert.equal(published, 1)
  put(job('s', { plan: 'T' }))
  assert.deepEqual(review.get(), ['step:T'])
})

test('many changes at once end where the same changes one by one end, and tell the same moves', () => {
  const tasks = Array.from({ length: 200 }, (_, n) =>
    step(`T${n}`, { parent: n % 3 === 0 ? 'E' : null, state: n % 2 === 0 ? 'busy' : 'ready', sinceMs: n % 60 }),
  )
  const children = tasks.filter(({ parent }) => parent === 'E').map(({ id }) => id)
  const epic = step('E', { type: 'epic', children })
  const atOnce = boardWith()
  atOnce.plan(epic, ...tasks)
  const oneByOne = boardWith()
  for (const each of [...tasks, epic]) oneByOne.plan(each)
  assert.deepEqual(oneByOne.lanes(), atOnce.lanes())
  assert.deepEqual(oneByOne.shown(), atOnce.shown())
  const moved: string[] = []
  atOnce.index.onMoves((moves) => moved.push(...moves.map(({ id }) => id)))
  atOnce.plan(...tasks.map((each) => ({ ...each, state: 'busy' as const })))
  assert.equal(moved.length, 100)
  assert.equal(atOnce.index.columns.active.get().length, 200)
})
