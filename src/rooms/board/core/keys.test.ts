import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readKey } from './keys.ts'

const session = { prefix: '' }
const task = { prefix: 'task:' }

test('a key tells kinds apart whatever their order, and gives the id back', () => {
  for (const kinds of [
    [session, task],
    [task, session],
  ]) {
    assert.deepEqual(readKey(kinds, 'task:STO-1'), { kind: task, id: 'STO-1' })
    assert.deepEqual(readKey(kinds, 'task:task:1'), { kind: task, id: 'task:1' })
    assert.deepEqual(readKey(kinds, '01JD'), { kind: session, id: '01JD' })
  }
})

test('a key of no kind is nobody’s', () => {
  assert.equal(readKey([task], '01JD'), null)
})
