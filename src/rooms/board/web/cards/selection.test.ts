import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { clearSelection, meantBy, selection, selectTo, toggleSelected } from './selection.ts'

const order = ['step:1', 'job', 'step:2', 'step:3']
const picked = () => [...selection.get()].toSorted()
beforeEach(clearSelection)

test('a card of any kind is picked, and by the same again left out', () => {
  toggleSelected('step:1')
  toggleSelected('job')
  assert.deepEqual(picked(), ['job', 'step:1'])
  toggleSelected('step:1')
  assert.deepEqual(picked(), ['job'])
})

test('a range reaches from the last picked card in both ways, over cards of all kinds', () => {
  toggleSelected('step:1')
  selectTo('step:2', order)
  assert.deepEqual(picked(), ['job', 'step:1', 'step:2'])
  clearSelection()
  toggleSelected('step:3')
  selectTo('step:1', order)
  assert.deepEqual(picked(), ['job', 'step:1', 'step:2', 'step:3'])
})

test('without a beginning in this column the card is picked alone', () => {
  selectTo('step:2', order)
  assert.deepEqual(picked(), ['step:2'])
  selectTo('step:9', ['step:9'])
  assert.deepEqual(picked(), ['step:2', 'step:9'])
})

test('after clearing, a range begins anew', () => {
  toggleSelected('step:1')
  clearSelection()
  selectTo('step:3', order)
  assert.deepEqual(picked(), ['step:3'])
})

test('an action at a picked card means all that are picked, at another one that alone', () => {
  toggleSelected('step:1')
  toggleSelected('job')
  assert.deepEqual([...meantBy('job')].toSorted(), ['job', 'step:1'])
  assert.deepEqual(meantBy('step:2'), ['step:2'])
})
