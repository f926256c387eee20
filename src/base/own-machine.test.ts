import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keptMachine, nodeOfMachine } from './own-machine.ts'

test('a machine is kept by the name of its node, and without one as it is called', () => {
  assert.deepEqual([keptMachine(null), keptMachine('attic')], ['local', 'local@attic'])
  assert.deepEqual(['local@attic', 'local@a@b', 'local@', 'local', 'attic', 'locale@x'].map(nodeOfMachine), [
    'attic',
    'a@b',
    null,
    null,
    null,
    null,
  ])
})
