import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addressOf, hrefOf, route } from './route.ts'

const readStep = route<{ query: { tail?: number; from?: string | null }; answer: string }>()({
  method: 'GET',
  path: '/api/runs/:id/steps/:step_id',
  access: 'authenticated',
})
const listRuns = route<{ answer: { runs: string[] } }>()({ method: 'GET', path: '/api/runs', access: 'public' })

test('an address has its parameters encoded, whatever they hold', () => {
  assert.equal(hrefOf(readStep, { params: { id: 'a/b', step_id: 7 } }), '/api/runs/a%2Fb/steps/7')
  assert.equal(hrefOf(readStep, { params: { id: '$&', step_id: ':id' } }), '/api/runs/%24%26/steps/%3Aid')
})

test('what is absent in the query is left out, what is false or empty is not', () => {
  const params = { id: 'r', step_id: 's' }
  assert.equal(hrefOf(readStep, { params, query: { tail: 0, from: null } }), '/api/runs/r/steps/s?tail=0')
  assert.equal(hrefOf(readStep, { params, query: { from: 'a&b=c d' } }), '/api/runs/r/steps/s?from=a%26b%3Dc%20d')
  assert.equal(addressOf('/x', { query: { dry_run: false, q: '', tags: undefined } }), '/x?dry_run=false&q=')
})

test('a route without parameters needs none', () => {
  assert.equal(hrefOf(listRuns), '/api/runs')
})
