import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nodeOffline } from './offline-words.ts'

test('a node that is away is told with since when, and whether something may have been done', () => {
  const rows = [
    [
      { kind: 'gone', since: '2026-11-22T08:30:00.000Z' },
      /attic.* is unreachable since 2026-11-22T08:30:00\.000Z\.$/,
      /^Nothing was changed/,
    ],
    [{ kind: 'gone', since: null }, /attic.* is not known here\.$/, /^Nothing was changed/],
    [{ kind: 'unbegun', limitMs: 15_000 }, /attic.* did not answer within 15 s\.$/, /^Nothing was changed/],
    [{ kind: 'unfinished', limitMs: 15_000 }, /attic did not say within 15 s/, /^It may have been carried out/],
    [{ kind: 'restarted' }, /attic ended before it said/, /^It may have been carried out/],
  ] as const
  for (const [away, reason, hint] of rows) {
    const refusal = nodeOffline('attic', away)
    assert.equal(refusal.error, 'node_offline')
    assert.match(refusal.reason, reason)
    assert.match(refusal.hint ?? '', hint)
  }
})
