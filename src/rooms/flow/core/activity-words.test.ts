import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wordsOfEnd, type EndedRun } from './activity-words.ts'

const at = (second: string) => `2026-11-20T08:00:${second}Z`
const ended: EndedRun = { status: 'success', startedAt: at('00.000'), finishedAt: at('00.400'), error: null }

const rows: readonly (readonly [Partial<EndedRun>, string])[] = [
  [{}, 'succeeded at once'],
  [{ finishedAt: at('02.000') }, 'succeeded after 2 s'],
  [{ status: 'failed', error: 'no such host' }, 'failed at once: no such host'],
  [{ status: 'cancelled', startedAt: null }, 'cancelled'],
]
for (const [run, words] of rows) {
  test(words, () => assert.equal(wordsOfEnd({ ...ended, ...run }), words))
}
