import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nearest } from './nearest.ts'

const known = ['agents', 'publicUrl', 'allowedHosts', 'hooks', 'model']

test('a mistyped name finds the known one', () => {
  assert.equal(nearest('agent', known), 'agents')
  assert.equal(nearest('publicURL', known), 'publicUrl')
  assert.equal(nearest('allowedhost', known), 'allowedHosts')
})

test('a name that resembles nothing finds nothing', () => {
  assert.equal(nearest('zzzzzzzzzzzz', known), null)
  assert.equal(nearest('agents', []), null)
})
