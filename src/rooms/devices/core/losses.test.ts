import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lossesOf } from './losses.ts'

const session = (fields: Partial<Parameters<typeof lossesOf>[1][number]> = {}) => ({
  state: 'running' as const,
  ended_at: null,
  label: 'Fix it',
  prompt: 'fix\nthis',
  ...fields,
})

test('what goes is said: sessions by name, those that wait, and the daemon', () => {
  const texts = (status: 'online' | 'offline', sessions: Parameters<typeof lossesOf>[1]) =>
    lossesOf({ status }, sessions).map(({ text }) => text)
  assert.deepEqual(texts('online', []), ['Its daemon ends, and says why.'])
  assert.match(texts('offline', [])[0] ?? '', /dials again/)
  assert.match(texts('online', [session()])[0] ?? '', /^1 session there counts as failed: “Fix it”\. /)
  const four = ['a', '', 'c', 'd'].map((label) => session({ label }))
  assert.match(texts('online', four)[0] ?? '', /^4 sessions there count as failed: “a”, “fix”, “c” and 1 more\. /)
  const over = session({ state: 'failed', ended_at: '2026-11-20T10:00:00.000Z' })
  assert.equal(texts('online', [over]).length, 1)
  assert.equal(texts('online', [session({ state: 'idle' })])[0], '1 session that waits to start there does not.')
})
