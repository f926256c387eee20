// What failures of PostgreSQL mean, by their codes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DatabaseError } from 'pg'
import { StorageError, type StorageTrouble } from '../storage-error.ts'
import { answered, BrokenLink, failureOf, isToRetry, notTakenThere } from './failures.ts'

type Means = { readonly trouble: StorageTrouble; readonly breaks?: true; readonly again?: true }

const codes: Readonly<Record<string, Means>> = {
  '53100': { trouble: 'full' },
  '53300': { trouble: 'remote' },
  '25006': { trouble: 'remote' },
  '08006': { trouble: 'remote', breaks: true },
  '57P01': { trouble: 'remote', breaks: true },
  '57014': { trouble: 'remote' },
  '28P01': { trouble: 'remote' },
  '55P03': { trouble: 'locked' },
  '23505': { trouble: 'failed' },
  '42601': { trouble: 'failed' },
  '40001': { trouble: 'failed', again: true },
  '40P01': { trouble: 'failed', again: true },
}

for (const [code, { trouble, breaks, again }] of Object.entries(codes)) {
  test(`${code} is ${trouble}`, () => {
    const failure = failureOf(Object.assign(new DatabaseError('said so', 0, 'error'), { code }))
    assert.equal(notTakenThere(failure).trouble, trouble)
    assert.equal(failure instanceof BrokenLink, breaks === true)
    assert.equal(isToRetry(failure), again === true)
  })
}

test('what is no word of the server is a connection that broke; what a script throws is not', async () => {
  const broken = answered(Promise.reject(new Error('Connection terminated unexpectedly')))
  const failure = await broken.catch((caught: unknown) => caught)
  assert.equal(notTakenThere(failure).trouble, 'remote')
  assert.equal(notTakenThere(new TypeError('a fault of ours')).trouble, 'failed')
  const known = new StorageError('known', { trouble: 'full' })
  assert.equal(notTakenThere(known), known)
})
