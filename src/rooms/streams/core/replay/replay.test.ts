import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ReplayRecord } from '../../contract.ts'
import { advance, waitOf } from './advance.ts'
import { countUntil } from './count-until.ts'
import { densityOf } from './density.ts'
import { firstChangeOf, knownAt, ownCommandOf } from './known-at.ts'
import { Recording } from './recording.ts'

const began = Date.parse('2026-11-23T08:00:00.000Z')
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const at = (seconds: number): string => new Date(began + seconds * 1000).toISOString()
const happened = { event: null, source: 'hook', metadata: null, run_id: null }
const tool = { kind: 'derived', source: 'hook', is_cut: false, file: null, directory: '/p' } as const

const records: readonly ReplayRecord[] = [
  { seq: 1, at: at(0), kind: 'event', from: null, to: 'running', ...happened },
  { seq: 2, at: at(1), kind: 'stdout', data: bytes('hello') },
  { seq: 3, at: at(2), ...tool, tool: 'Bash', ok: false, command: 'npm test' },
  { seq: 4, at: at(2), ...tool, tool: 'Edit', ok: true, command: null, file: 'src/a.ts' },
  { seq: 5, at: at(3), kind: 'resize', columns: 80, rows: 24 },
  { seq: 6, at: at(1.5), kind: 'event', from: 'running', to: 'awaiting_review', ...happened },
  { seq: 7, at: at(600), kind: 'event', from: 'awaiting_review', to: 'running', ...happened, source: 'page' },
  { seq: 8, at: at(601), kind: 'gap', bytes: null, reason: 'no longer kept' },
  { seq: 9, at: at(602), kind: 'stdout', data: bytes('bye') },
  { seq: 10, at: at(603), kind: 'exit', from: 'running', to: 'failed', exit_code: 2, ...happened },
]

function recorded(): Recording {
  const recording = new Recording()
  for (const record of records) recording.add(record)
  return recording
}

test('a recording has what is drawn with its times, which never go back, and marks for what is worth a jump', () => {
  const recording = recorded()
  assert.deepEqual(recording.itemTimes, [1000, 3000, 602_000])
  assert.equal(recording.lengthMs, 603_000)
  assert.equal(recording.isOver, true)
  assert.deepEqual(
    recording.marks.map(({ atMs, kind, label, result }) => [atMs / 1000, kind, label, result]),
    [
      [2, 'failed', 'npm test', 'failed'],
      [3, 'asks', 'asks for a person', null],
      [600, 'said', 'answered', 'page'],
      [601, 'gap', 'something is missing', 'no longer kept'],
      [603, 'failed', 'failed', 'exit 2'],
    ],
  )
})

test('what is known at a moment is folded from what was told until then, and no more', () => {
  const recording = recorded()
  assert.equal(knownAt(recording, 1999, null).summary, 'nothing told')
  const known = knownAt(recording, 2000, null)
  assert.equal(known.summary, '1 command, 1 failed, 1 file')
  assert.equal(firstChangeOf(recording, '/p/src/a.ts'), 2000)
  assert.equal(firstChangeOf(recording, '/p/other.ts'), null)
})

test('the command of a session of its own is open until it ended', () => {
  const recording = recorded()
  const commands = [
    {
      at: at(1),
      command: 'make',
      is_cut: false,
      exit_code: 2,
      ok: false,
      duration_ms: 602_000,
      source: 'wrapper' as const,
    },
  ]
  const own = ownCommandOf({ commands })
  const results = [0, 1500, 603_000].map(
    (ms) => knownAt(recording, ms, own).commands.find(({ source }) => source === 'wrapper')?.exit_code,
  )
  assert.deepEqual(results, [undefined, null, 2])
})

test('a replay goes by its speed, and with waits skipped none is longer than a second', () => {
  const moments = [0, 1000, 2000, 600_000, 601_000]
  const pace = { moments, lengthMs: 601_000 }
  const cases: readonly [number, number, number, boolean, number][] = [
    [0, 500, 1, false, 500],
    [0, 500, 4, false, 2000],
    [2000, 1000, 1, false, 3000],
    [2000, 500, 1, true, 599_500],
    [1500, 1000, 1, true, 599_500],
    [300_000, 100, 1, true, 599_100],
    [599_800, 100, 1, true, 599_900],
    [600_000, 5000, 1, true, 601_000],
    [601_000, 5000, 1, true, 601_000],
    [0, 5000, 16, false, 80_000],
  ]
  for (const [from, elapsed, speed, skipsWaits, wanted] of cases) {
    assert.equal(advance(from, elapsed, { ...pace, speed, skipsWaits }), wanted, `${from} ${elapsed} ${speed}`)
  }
  assert.equal(waitOf(60_000, { speed: 4, skipsWaits: true }), 250)
  assert.equal(waitOf(60_000, { speed: 4, skipsWaits: false }), 15_000)
})

test('a place in times is found, and how much was written when', () => {
  assert.deepEqual(
    [-1, 0, 5, 10, 11].map((ms) => countUntil([0, 5, 5, 10], ms)),
    [0, 1, 3, 4, 4],
  )
  const density = densityOf(recorded(), 4)
  assert.equal(density[0], 1)
  assert.ok((density[3] ?? 0) > 0.5)
  assert.deepEqual(density.slice(1, 3), [0, 0])
})
