import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createCronMeaning } from '../server/cron-meaning.ts'
import { comingSlots, scheduleText, scheduleWords, slotsOf } from './schedule.ts'
import type { UpstreamSchedule } from './upstream.ts'

const cron = createCronMeaning()
const every = (everyMs: number): UpstreamSchedule => ({ kind: 'every', everyMs, anchorMs: 0 })

const rows: readonly (readonly [UpstreamSchedule, string, string])[] = [
  [{ kind: 'cron', expr: '*/30 * * * *', tz: null }, '*/30 * * * *', 'every 30 minutes'],
  [{ kind: 'cron', expr: '0 7 * * *', tz: 'Europe/Berlin' }, '0 7 * * *', 'at 07:00'],
  [{ kind: 'cron', expr: 'nonsense', tz: null }, 'nonsense', 'nonsense'],
  [every(1_800_000), 'every 30m', 'every 30 minutes'],
  [every(3_600_000), 'every 1h', 'every hour'],
  [every(604_800_000), 'every 7d', 'every 7 days'],
  [every(90_000), 'every 90s', 'every 90 seconds'],
  [every(5_400_000), 'every 90m', 'every 90 minutes'],
  [every(1500), 'every 1500ms', 'every 1500 ms'],
  [{ kind: 'at', at: '2026-11-20T10:22:24.886Z' }, 'at 2026-11-20T10:22:24.886Z', 'once, at 2026-11-20 10:22 UTC'],
  [{ kind: 'other', name: 'on-exit' }, 'on-exit', 'when a program ends'],
  [{ kind: 'other', name: 'later' }, 'later', 'later'],
]
for (const [schedule, text, words] of rows) {
  test(`${JSON.stringify(schedule)} is shown as "${text}"`, () => {
    assert.equal(scheduleText(schedule), text)
    assert.equal(scheduleWords(schedule, cron), words)
  })
}

test('slots lie after the beginning and before the end of a range', () => {
  const range = { fromMs: 60_000, toMs: 240_000, limit: 10 }
  assert.deepEqual(slotsOf(every(60_000), range, cron), [120_000, 180_000])
  assert.deepEqual(slotsOf(every(60_000), { ...range, limit: 1 }, cron), [120_000])
  assert.deepEqual(slotsOf({ kind: 'cron', expr: '* * * * *', tz: null }, range, cron), [120_000, 180_000])
  assert.deepEqual(slotsOf({ kind: 'at', at: '1970-01-01T00:02:00.000Z' }, range, cron), [120_000])
  assert.deepEqual(slotsOf({ kind: 'cron', expr: 'x', tz: null }, range, cron), [])
  assert.deepEqual(slotsOf({ kind: 'cron', expr: '* * * * *', tz: 'Nowhere/X' }, range, cron), [])
  assert.deepEqual(slotsOf({ kind: 'other', name: 'stream' }, range, cron), [])
})

test('a job of one moment has a slot only inside the range, its edges left out', () => {
  const once: UpstreamSchedule = { kind: 'at', at: '1970-01-01T00:02:00.000Z' }
  const slots = (fromMs: number, toMs: number) => slotsOf(once, { fromMs, toMs, limit: 5 }, cron)
  assert.deepEqual([slots(119_999, 120_001), slots(120_000, 240_000), slots(0, 120_000)], [[120_000], [], []])
  assert.deepEqual([slots(0, 60_000), slots(180_000, 240_000)], [[], []])
})

test('a time zone moves the slots, through a change of the clocks', () => {
  const berlin: UpstreamSchedule = { kind: 'cron', expr: '0 7 * * *', tz: 'Europe/Berlin' }
  const fromMs = Date.parse('2026-10-24T00:00:00Z')
  const slots = slotsOf(berlin, { fromMs, toMs: fromMs + 2 * 86_400_000, limit: 5 }, cron)
  assert.deepEqual(
    slots.map((ms) => new Date(ms).toISOString()),
    ['2026-10-24T05:00:00.000Z', '2026-10-25T06:00:00.000Z'],
  )
})

test('what the gateway plans comes first, then what follows from the schedule', () => {
  const next = 90_500
  const job = { schedule: every(60_000), enabled: true, nextRunAtMs: next }
  const at = { nowMs: 0, limit: 3 }
  const iso = (ms: number): string => new Date(ms).toISOString()
  assert.deepEqual(comingSlots(job, at, cron), [iso(next), iso(next + 60_000), iso(next + 120_000)])
  assert.deepEqual(comingSlots({ ...job, enabled: false }, at, cron), [])
  assert.deepEqual(comingSlots({ ...job, nextRunAtMs: null }, at, cron), [])
})
