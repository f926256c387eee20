import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readKey, taskKey } from './keys.ts'

test('a key tells a task from a session of the same id, and gives the id back', () => {
  assert.deepEqual(readKey(taskKey('STO-1')), { kind: 'task', id: 'STO-1' })
  assert.deepEqual(readKey(taskKey('task:1')), { kind: 'task', id: 'task:1' })
  assert.deepEqual(readKey('01JD'), { kind: 'session', id: '01JD' })
})
