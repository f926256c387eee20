import assert from 'node:assert/strict'
import { test } from 'node:test'
import { besideInColumn, besideInRow, columnOf, nextAround, orderOf, type ColumnsOfKeys } from './card-steps.ts'

const order: ColumnsOfKeys = { queued: ['q1', 'q2', 'q3'], active: [], review: ['r1', 'r2'] }

test('down and up a column, and nowhere at its ends', () => {
  const steps = [
    ['q1', 1, 'q2'],
    ['q3', 1, null],
    ['q2', -1, 'q1'],
    ['q1', -1, null],
    ['gone', 1, null],
  ] as const
  for (const [from, step, to] of steps) assert.equal(besideInColumn(order, from, step), to, `${from} ${step}`)
})

test('to a side: past an empty column, at the same height, or to the last card of a shorter one', () => {
  const steps = [
    ['q1', 1, 'r1'],
    ['q2', 1, 'r2'],
    ['q3', 1, 'r2'],
    ['r2', -1, 'q2'],
    ['q1', -1, null],
    ['r1', 1, null],
    ['gone', -1, null],
  ] as const
  for (const [from, step, to] of steps) assert.equal(besideInRow(order, from, step), to, `${from} ${step}`)
})

test('with lanes a column runs through them, past those that are folded', () => {
  const lanes = [
    { id: 'first', queued: ['a'], active: ['b'], review: [] },
    { id: 'folded', queued: ['hidden'], active: [], review: [] },
    { id: 'last', queued: ['c'], active: [], review: ['d'] },
  ]
  const ofColumn = () => assert.fail('the lanes hold every card')
  assert.deepEqual(
    orderOf(lanes, (id) => id === 'folded', ofColumn),
    { queued: ['a', 'c'], active: ['b'], review: ['d'] },
  )
  assert.deepEqual(
    orderOf(
      [],
      () => false,
      (column) => order[column],
    ),
    order,
  )
  assert.deepEqual([columnOf(order, 'r2'), columnOf(order, 'gone')], ['review', null])
})

test('what needs a person comes round and round, from the first where none of it is at hand', () => {
  const needs = ['a', 'b', 'c']
  assert.deepEqual(
    [null, 'elsewhere', 'a', 'b', 'c'].map((key) => nextAround(needs, key)),
    ['a', 'a', 'b', 'c', 'a'],
  )
  assert.equal(nextAround([], 'a'), null)
})
