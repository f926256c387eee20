import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleSession } from '#testing/sample-session.testkit.ts'
import { narrow, type Narrowing } from './narrow.ts'

const at = '2026-11-20T10:00:00.000Z'
const all = [
  sampleSession({ id: 'here', state: 'running', label: 'Port the sheet', ended_at: null }),
  sampleSession({
    id: 'there',
    origin: 'fabric',
    device_id: 'd1',
    harness: 'codex',
    state: 'failed',
    ended_at: at,
    label: 'Ledger',
  }),
  sampleSession({
    id: 'asked',
    origin: 'fabric',
    device_id: 'd1',
    harness: 'mother-llm',
    state: 'completed',
    ended_at: at,
    label: 'Why is the ledger red?',
  }),
  sampleSession({ id: 'waits', origin: 'fabric', device_id: null, harness: 'codex', state: 'idle', ended_at: null }),
]
const none: Narrowing = { words: '', standing: '', device: '', harness: '' }
const found = (by: Partial<Narrowing>): string[] =>
  narrow(all, { ...none, ...by }, ({ label }) => [label]).map(({ id }) => id)

test('sessions are narrowed by words, standing, device and harness, and by all of them together', () => {
  assert.equal(found({}).length, all.length)
  assert.deepEqual(found({ standing: 'live' }), ['here', 'waits'])
  assert.deepEqual(found({ standing: 'ended' }), ['there', 'asked'])
  assert.deepEqual(found({ standing: 'failed' }), ['there'])
  assert.deepEqual(found({ device: 'local' }), ['here'])
  assert.deepEqual(found({ device: 'd1' }), ['there', 'asked'])
  assert.deepEqual(found({ harness: 'codex' }), ['there', 'waits'])
  assert.deepEqual(found({ words: 'LEDGER' }), ['there', 'asked'])
  assert.deepEqual(found({ words: 'ledger red', harness: 'mother-llm', device: 'd1' }), ['asked'])
  assert.deepEqual(found({ words: 'ledger', standing: 'live' }), [])
})
