import assert from 'node:assert/strict'
import { test } from 'node:test'
import { liesUnder, pathSegments } from './request-path.ts'

test('spellings of one path give the same segments', () => {
  const spellings = [
    '/api/vault',
    '/api/vault/',
    '//api/vault',
    '/api//vault?x=/y',
    '/api/%76ault#z',
    '/api%2Fvault',
    '/api/./vault',
    '/api/x/../vault',
    '/../api/vault',
  ]
  for (const spelling of spellings) assert.deepEqual(pathSegments(spelling), ['api', 'vault'], spelling)
})

test('case, a second encoding and text that cannot be decoded stay as they are', () => {
  assert.deepEqual(pathSegments('/API/vault'), ['API', 'vault'])
  assert.deepEqual(pathSegments('/api/%2576ault'), ['api', '%76ault'])
  assert.deepEqual(pathSegments('/api/%zz'), ['api', '%zz'])
  assert.deepEqual(pathSegments('/'), [])
})

test('a prefix ends on a segment boundary', () => {
  assert.equal(liesUnder(['api', 'vault', 'x'], ['api', 'vault']), true)
  assert.equal(liesUnder(['api', 'vault'], ['api', 'vault']), true)
  assert.equal(liesUnder(['api', 'vaultx'], ['api', 'vault']), false)
  assert.equal(liesUnder(['api'], ['api', 'vault']), false)
})
