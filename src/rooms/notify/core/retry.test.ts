import assert from 'node:assert/strict'
import { test } from 'node:test'
import { afterTry, mostTries, triedOf, type Tried } from './retry.ts'

const failed: Tried = { is: 'failed', says: '', hint: '', retryAfterMs: null }

test('five tries with growing waits, then it is given up', () => {
  const waits = [1, 2, 3, 4, 5].map((tries) => afterTry(failed, tries, false).waitMs)
  assert.deepEqual(waits, [5000, 30_000, 120_000, 600_000, null])
  assert.equal(afterTry(failed, mostTries, false).state, 'failed')
  assert.equal(afterTry(failed, 1, true).state, 'failed', 'by hand once')
})

test('what a place says by its status', () => {
  const rows: readonly (readonly [number, Tried['is']])[] = [
    [200, 'delivered'],
    [201, 'delivered'],
    [204, 'delivered'],
    [301, 'refused'],
    [307, 'refused'],
    [400, 'refused'],
    [403, 'refused'],
    [404, 'refused'],
    [408, 'failed'],
    [429, 'failed'],
    [500, 'failed'],
    [503, 'failed'],
  ]
  for (const [status, is] of rows) assert.equal(triedOf('Slack', status, null).is, is, String(status))
})

test('a place may ask for a longer wait, up to an hour', () => {
  const wait = (after: string) => afterTry(triedOf('Slack', 429, after), 1, false).waitMs
  assert.deepEqual([wait('60'), wait('1'), wait('999999'), wait('soon')], [60_000, 5000, 3_600_000, 5000])
})
