import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { toasts } from '#platform/web/ui/toasts.ts'
import { testKinds } from './kinds.testkit.ts'
import { clearSelection, selection, selectTo, toggleSelected } from './selection.ts'

const { kinds } = testKinds()
const order = ['step:1', 'job', 'step:2', 'step:3']
const picked = () => [...selection.get()].toSorted()
beforeEach(clearSelection)

test('a card is picked, and by the same again left out', () => {
  toggleSelected(kinds, 'step:1')
  toggleSelected(kinds, 'step:2')
  assert.deepEqual(picked(), ['step:1', 'step:2'])
  toggleSelected(kinds, 'step:1')
  assert.deepEqual(picked(), ['step:2'])
})

test('a kind that is not changed in bulk is not picked, and which are is said', () => {
  toggleSelected(kinds, 'job')
  assert.deepEqual(picked(), [])
  assert.equal(toasts.get().at(-1)?.title, 'Not selected: only steps are changed in bulk.')
})

test('a range reaches from the last picked card in both ways, without cards of other kinds', () => {
  toggleSelected(kinds, 'step:1')
  selectTo(kinds, 'step:2', order)
  assert.deepEqual(picked(), ['step:1', 'step:2'])
  clearSelection()
  toggleSelected(kinds, 'step:3')
  selectTo(kinds, 'step:1', order)
  assert.deepEqual(picked(), ['step:1', 'step:2', 'step:3'])
})

test('without a beginning in this column the card is picked alone', () => {
  selectTo(kinds, 'step:2', order)
  assert.deepEqual(picked(), ['step:2'])
  selectTo(kinds, 'step:9', ['step:9'])
  assert.deepEqual(picked(), ['step:2', 'step:9'])
})

test('after clearing, a range begins anew', () => {
  toggleSelected(kinds, 'step:1')
  clearSelection()
  selectTo(kinds, 'step:3', order)
  assert.deepEqual(picked(), ['step:3'])
})
