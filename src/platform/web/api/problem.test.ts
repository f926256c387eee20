import assert from 'node:assert/strict'
import { test } from 'node:test'
import { needsLogin, readProblem } from './problem.ts'

test('an error body keeps its code, sentence, hint, field errors and request id', () => {
  const body = {
    ok: false,
    error: 'session_exists',
    reason: 'Taken.',
    hint: 'Use another name.',
    details: [{ field: 'session_name', reason: 'Taken.' }, { field: 7 }],
  }
  assert.deepEqual(readProblem({ status: 409, body, requestId: 'r1' }), {
    status: 409,
    error: 'session_exists',
    reason: 'Taken.',
    hint: 'Use another name.',
    details: [{ field: 'session_name', reason: 'Taken.' }],
    requestId: 'r1',
  })
})

test('an answer that is no error body still gives a sentence', () => {
  for (const body of [null, '<html>', [], { error: 5 }]) {
    const problem = readProblem({ status: 502, body, requestId: null })
    assert.equal(problem.error, 'unexpected_answer')
    assert.equal(problem.reason, 'The service answered 502.')
  }
})

const refusal = (status: number, error: string) => readProblem({ status, body: { error, reason: '' }, requestId: null })

test('only 401 and local_only ask for a login', () => {
  assert.equal(needsLogin(refusal(401, 'unauthenticated')), true)
  assert.equal(needsLogin(refusal(403, 'local_only')), true)
  assert.equal(needsLogin(refusal(403, 'foreign_host')), false)
  assert.equal(needsLogin(refusal(409, 'invalid_transition')), false)
})
