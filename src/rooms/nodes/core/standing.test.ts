import assert from 'node:assert/strict'
import { test } from 'node:test'
import { standingOf } from './standing.ts'

test('a node is live with its heartbeats, silent without them, and gone once stopped or silent for a day', () => {
  const rows = [
    [0, null, 'live'],
    [30_000, null, 'live'],
    [30_001, null, 'silent'],
    [86_399_999, null, 'silent'],
    [86_400_000, null, 'gone'],
    [10, 10, 'gone'],
    // The clock of PostgreSQL was set back.
    [-5000, null, 'live'],
  ] as const
  for (const [silentMs, stoppedMs, standing] of rows) assert.equal(standingOf({ silentMs, stoppedMs }), standing)
})
