import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SessionRecord } from '../../core/record.ts'
import { sampleRecord } from '../../core/sample-record.testkit.ts'
import { storedSlices } from './stored-text.ts'

const record = (index: number, characters: number): SessionRecord =>
  sampleRecord({
    id: `s${index}`,
    at: '2026-11-20T08:00:00.000Z',
    origin: 'registered',
    tmuxSession: `agent-${index}`,
    label: 'one',
    prompt: 'x'.repeat(characters),
    runnable: false,
  })

test('no slice is longer than two megabytes, however long the prompts are, and all records are in them once', () => {
  for (const characters of [10, 1000, 300_000, 1_000_000]) {
    const records = Array.from({ length: characters < 2000 ? 1700 : 30 }, (_, index) => record(index, characters))
    const slices = storedSlices(records, ',').toArray()
    for (const slice of slices) assert.ok(slice.length < 2.1 * 1024 * 1024)
    const sessions = JSON.parse(`[${slices.join(',')}]`) as { readonly id: string }[]
    assert.deepEqual(
      sessions.map(({ id }) => id),
      records.map(({ session }) => session.id),
    )
  }
  assert.deepEqual(storedSlices([], ',').toArray(), [])
})
