import assert from 'node:assert/strict'
import { test } from 'node:test'
import { servedQueues } from './served-queues.ts'

test('a machine serves its names and every set of what it has, written in one way', () => {
  assert.deepEqual(servedQueues({ hosts: ['Attic', 'attic', 'localhost'], capabilities: ['gpu', 'disk'] }), [
    'host:attic',
    'cap:disk',
    'cap:gpu',
    'cap:disk+gpu',
  ])
  assert.deepEqual(servedQueues({ hosts: ['here'], capabilities: [] }), ['host:here'])
})

test('sets of more than four have no queue, however much a machine has', () => {
  const queues = servedQueues({ hosts: [], capabilities: ['a', 'b', 'c', 'd', 'e'] })
  assert.equal(queues.length, 30)
  assert.ok(queues.every((queue) => queue.split('+').length <= 4))
})
