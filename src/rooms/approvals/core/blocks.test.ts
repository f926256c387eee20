import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blocksOf, countChanges } from './blocks.ts'
import { viewInput } from './input-view.ts'

test('lines of one kind are one block, each with its sign', () => {
  const view = viewInput({ file_path: '/a', old_string: 'one\ntwo\nlast', new_string: 'one\n2\n3\nlast' })
  assert.ok(view.kind === 'change')
  assert.deepEqual(blocksOf(view.lines), [
    { sign: 'same', text: '  one\n' },
    { sign: 'removed', text: '− two\n' },
    { sign: 'added', text: '+ 2\n+ 3\n' },
    { sign: 'same', text: '  last\n' },
  ])
  assert.deepEqual(countChanges(view.lines), { added: 2, removed: 1 })
})

test('nothing is no block', () => assert.deepEqual(blocksOf([]), []))
