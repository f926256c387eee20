import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDiskFull } from './disk-full.ts'

const failure = (fields: object): Error => Object.assign(new Error('it failed'), fields)

test('a full disk and a used-up quota are known however they are told, and nothing else is taken for them', () => {
  const rows: [unknown, boolean][] = [
    [failure({ code: 'ENOSPC' }), true],
    [failure({ code: 'EDQUOT' }), true],
    // SQLite's number, and with what it was doing in its upper bits.
    [failure({ code: 'ERR_SQLITE_ERROR', errcode: 13 }), true],
    [failure({ code: 'ERR_SQLITE_ERROR', errcode: 13 | (3 << 8) }), true],
    [failure({ code: 'ERR_SQLITE_ERROR', errcode: 10 }), false],
    [failure({ code: 'EACCES' }), false],
    [failure({}), false],
    [{ code: 'ENOSPC' }, false],
    ['ENOSPC', false],
  ]
  for (const [error, isFull] of rows) assert.equal(isDiskFull(error), isFull, JSON.stringify(error))
})
