import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tagsTyped, undoOf } from './undo-change.ts'

const forge = { id: 'd1', label: 'Forge', tags: ['arm64'] }

test('a change is taken back by one line, which names the device by its id', () => {
  assert.equal(undoOf(forge, { ...forge, label: 'Anvil' }), 'orrery devices set d1 --label Forge')
  assert.equal(
    undoOf({ ...forge, label: "Ann's box" }, { ...forge, label: 'x', tags: [] }),
    "orrery devices set d1 --label 'Ann'\\''s box' --tag arm64",
  )
})

test('tags that were not there are taken away again by an empty word', () => {
  assert.equal(undoOf({ ...forge, tags: [] }, forge), "orrery devices set d1 --tag ''")
  assert.deepEqual(tagsTyped(['']), [])
})

test('what changed nothing has no undo', () => {
  assert.equal(undoOf(forge, { ...forge }), null)
})
