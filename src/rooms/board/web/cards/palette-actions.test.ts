import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findActions } from './palette-actions.ts'
import { job, step, testKinds } from './kinds.testkit.ts'

function found(query: string, atHand: string | null = null): string[] {
  const { kinds, put, plan } = testKinds()
  put(job('oil'), job('gas'))
  plan(step('T', { title: 'Wallet' }))
  return findActions(kinds, query, atHand).map(({ action, title }) => `${action.id} ${title}`)
}

test('without words the card at hand has all its actions, and no other has any', () => {
  assert.deepEqual(found('', 'oil'), ['stop Job oil', 'done Job oil'])
  assert.deepEqual(found(''), [])
})

test('a verb and an object find the action of the object', () => {
  assert.deepEqual(found('stop gas'), ['stop Job gas'])
  assert.deepEqual(found('wallet done'), ['done Wallet'])
})

test('a verb alone finds it at every card, an object alone at none', () => {
  assert.deepEqual(found('stop').toSorted(), ['stop Job gas', 'stop Job oil'])
  assert.deepEqual(found('wallet'), [])
})

test('the card at hand needs no name, and stands first, once', () => {
  assert.deepEqual(found('stop', 'gas'), ['stop Job gas', 'stop Job oil'])
})
