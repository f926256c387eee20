import assert from 'node:assert/strict'
import { test } from 'node:test'
import { draftMap } from './draft-map.ts'

test('a draft reads as the map until it is written to, and the map never changes', () => {
  const of = new Map([
    ['a', 1],
    ['b', 2],
  ])
  const draft = draftMap(of)
  draft.delete('nothing of that name')
  assert.equal(draft.now(), of)
  draft.set('c', 3)
  draft.delete('a')
  assert.equal(draft.get('a'), undefined)
  assert.deepEqual(
    [...draft.now()],
    [
      ['b', 2],
      ['c', 3],
    ],
  )
  assert.deepEqual([...of.keys()], ['a', 'b'])
})

test('what a draft answered stays as it was answered', () => {
  const draft = draftMap(new Map([['a', 1]]))
  draft.set('b', 2)
  const before = draft.now()
  draft.set('c', 3)
  assert.deepEqual([...before.keys()], ['a', 'b'])
  assert.deepEqual([...draft.now().keys()], ['a', 'b', 'c'])
})
