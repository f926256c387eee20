import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StreamRecord } from '../contract.ts'
import { castHeader, createCast } from './asciicast.ts'

const began = Date.parse('2026-11-23T08:00:00.000Z')
const at = (seconds: number): string => new Date(began + seconds * 1000).toISOString()
const happened = { event: null, source: 'hook', metadata: null, run_id: null }

test('the header names version, size, time and title', () => {
  const header: unknown = JSON.parse(castHeader({ title: 'build "x"', beganMs: began, columns: 160, rows: 48 }))
  const term = { cols: 160, rows: 48, type: 'tmux-256color' }
  assert.deepEqual(header, { version: 3, term, timestamp: began / 1000, title: 'build "x"' })
})

test('each event has the seconds since the one before, and never goes back', () => {
  const tell = createCast(began)
  const records: readonly StreamRecord[] = [
    { seq: 1, at: at(0), kind: 'stdout', data: 'a\r\n' },
    { seq: 2, at: at(1.5), kind: 'event', from: 'running', to: 'awaiting_review', ...happened },
    { seq: 3, at: at(1), kind: 'event', from: 'running', to: 'running', ...happened },
    { seq: 4, at: at(1.25), kind: 'stderr', data: 'b' },
    { seq: 5, at: at(3), kind: 'gap', bytes: 12, reason: 'no longer kept' },
    { seq: 6, at: at(4), kind: 'resize', columns: 100, rows: 30 },
    { seq: 7, at: at(4), kind: 'exit', from: 'running', to: 'failed', exit_code: 2, ...happened },
  ]
  assert.deepEqual(
    records
      .map(tell)
      .filter((line) => line !== '')
      .map((line): unknown => JSON.parse(line)),
    [
      [0, 'o', 'a\r\n'],
      [1.5, 'm', 'awaiting review'],
      [0, 'o', 'b'],
      [1.5, 'm', 'gap: no longer kept'],
      [1, 'r', '100x30'],
      [0, 'm', 'failed, exit 2'],
    ],
  )
})
