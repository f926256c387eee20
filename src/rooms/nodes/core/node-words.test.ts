import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bearerWords, unreachableWords } from './node-words.ts'

test('a name that another process bears is told with its machine, and what to do', () => {
  const row = { name: 'attic', isOurs: true, hostname: 'shed' }
  assert.equal(bearerWords('attic', [row]), null)
  assert.equal(bearerWords('attic', []), null)
  assert.equal(bearerWords('attic', [{ ...row, name: 'cellar', isOurs: false }]), null)
  assert.match(bearerWords('attic', [{ ...row, isOurs: false }]) ?? '', /node attic, on shed: .*SERVICE_NODE=<name>/)
})

test('why PostgreSQL does not answer is told once, also where each address of its name failed', () => {
  const rows = [
    [new Error('connect ECONNREFUSED 10.0.0.1:5432'), 'connect ECONNREFUSED 10.0.0.1:5432'],
    [new AggregateError([new Error('no route to ::1'), new Error('refused')]), 'no route to ::1, refused'],
    ['odd.', 'odd'],
  ] as const
  for (const [error, reason] of rows) {
    assert.ok(unreachableWords(error).startsWith(`PostgreSQL does not answer: ${reason}. Strands wait`))
  }
})
