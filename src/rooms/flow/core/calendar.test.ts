import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Run } from '../contract.ts'
import { mostEntries, toCalendar, type CalendarParts } from './calendar.ts'

const at = (minute: number): string => new Date(minute * 60_000).toISOString()
const ran = (strand: string, minute: number, more: Partial<Run> = {}): CalendarParts['runs'][number] => ({
  workflow_id: strand,
  run_id: `${strand}-${minute}`,
  status: 'success',
  caveat: null,
  created_at: at(minute),
  started_at: at(minute),
  finished_at: at(minute + 1),
  slot: null,
  ...more,
})
const calendar = (parts: Partial<CalendarParts>) =>
  toCalendar({ runs: [], missed: [], planned: [], frequent: new Map(), ...parts })
const told = (parts: Partial<CalendarParts>) =>
  calendar(parts).entries.map(({ strand_id: id, status }) => `${id} ${status}`)

test('what ran, was missed and is planned stands in the order of time', () => {
  const parts = {
    runs: [ran('b', 30), ran('a', 10)],
    missed: [{ workflow_id: 'c', slot: at(20) }],
    planned: [{ strandId: 'd', at: at(40) }],
  }
  assert.deepEqual(told(parts), ['a success', 'c missed', 'b success', 'd planned'])
  assert.deepEqual(calendar(parts).entries.at(-1), {
    strand_id: 'd',
    at: at(40),
    status: 'planned',
    run_id: null,
    late: false,
    caveat: null,
  })
})

test('of a strand that runs all day long only what runs and what went wrong is told', () => {
  const reason = 'why'
  const parts = {
    frequent: new Map([['busy', 288]]),
    runs: [
      ran('busy', 1),
      ran('busy', 2, { status: 'failed' }),
      ran('busy', 3, { status: 'running', finished_at: null }),
      ran('busy', 4, { caveat: { kind: 'not_ok', reason } }),
      ran('busy', 5, { caveat: { kind: 'not_set_up', reason } }),
      ran('calm', 6),
    ],
    missed: [
      { workflow_id: 'busy', slot: at(7) },
      { workflow_id: 'calm', slot: at(8) },
    ],
  }
  assert.deepEqual(told(parts), ['busy failed', 'busy running', 'busy success', 'calm success', 'calm missed'])
  assert.equal(calendar(parts).entries[2]?.caveat, 'not_ok')
  assert.deepEqual(calendar(parts).frequent, [{ strand_id: 'busy', per_day: 288 }])
})

test('a calendar has an end, and what comes first stays', () => {
  const runs = Array.from({ length: mostEntries + 2 }, (_, index) => ran('a', mostEntries + 2 - index))
  const { entries } = calendar({ runs })
  assert.deepEqual([entries.length, entries[0]?.at], [10_000, at(1)])
})
