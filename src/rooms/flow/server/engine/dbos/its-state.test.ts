import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isOfBrokenConnection, isOfItsState } from './its-state.ts'

const cases: readonly (readonly [what: string, code: string | undefined, isAskedAgain: boolean])[] = [
  ['it takes no writes', '25006', true],
  ['a password that is being changed', '28P01', true],
  ['a deadlock, after which DBOS asks again by itself', '40P01', false],
  ['a disk that fails', '58030', true],
  ['a fault within', 'XX000', true],
  ['a row that is there already', '23505', false],
  ['a table that is not there', '42P01', false],
  ['a transaction that failed before', '25P02', false],
  ['a code of the system', 'EPIPE', false],
  ['no code', undefined, false],
]

test('what PostgreSQL refuses for its own state is asked again, and what is wrong is not', () => {
  for (const [what, code, isAskedAgain] of cases) {
    assert.equal(isOfItsState(Object.assign(new Error(what), { code })), isAskedAgain, what)
  }
})

test('what was written to a connection that had ended is asked again', () => {
  for (const [code, isBroken] of [
    ['EPIPE', true],
    ['ERR_STREAM_DESTROYED', true],
    ['ENOENT', false],
  ] as const) {
    assert.equal(isOfBrokenConnection(Object.assign(new Error(code), { code })), isBroken, code)
  }
  assert.equal(isOfBrokenConnection(new Error('no code')), false)
})
