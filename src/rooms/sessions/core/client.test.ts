import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Client } from '../contract.ts'
import { followClient, isAnotherClient } from './client.ts'

const outer: Client = { session: 'outer', pid: 10, screen: 'code-agent' }
const alive = (pid: number): boolean => pid === 10

const senders: [string, Client | null, Client | null, boolean][] = [
  ['the first one', null, outer, false],
  ['a program that is no client', outer, null, false],
  ['the same one', outer, outer, false],
  ['the same process after /clear', outer, { ...outer, session: 'cleared' }, false],
  ['the same conversation in a new process', outer, { ...outer, pid: 11 }, false],
  ['one within it', outer, { session: 'inner', pid: 11, screen: null }, true],
  ['one within it whose conversation is unknown', outer, { session: null, pid: 11, screen: null }, true],
  ['one of unknown process', outer, { session: 'inner', pid: null, screen: null }, false],
  ['one after a client that is gone', { ...outer, pid: 9 }, { session: 'next', pid: 11, screen: null }, false],
  ['one after a client of unknown process', { ...outer, pid: null }, { session: 'next', pid: 11, screen: null }, false],
]

for (const [name, own, sender, expected] of senders) {
  test(`${name} is ${expected ? 'another client' : 'followed'}`, () => {
    assert.equal(isAnotherClient(own, sender, alive), expected)
  })
}

test('what is known of a client is kept while its process lives, and replaced with it', () => {
  assert.deepEqual(followClient(null, outer), outer)
  assert.equal(followClient(outer, { ...outer }), outer)
  assert.deepEqual(followClient(outer, { ...outer, session: 'cleared' }), { ...outer, session: 'cleared' })
  assert.equal(followClient(outer, { ...outer, session: null }), outer)
  const next = { session: null, pid: 11, screen: null }
  assert.deepEqual(followClient(outer, next), next)
})
