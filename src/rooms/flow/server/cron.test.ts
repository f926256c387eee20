import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fromIso, toIso } from '#base/time.ts'
import { createSlotsFor, cronProblem } from './cron.ts'

const slotsOf = createSlotsFor()

test('a wrong expression or zone is told in words', () => {
  const rows = [
    ['0 3 * * *', 'Europe/Berlin', null],
    ['@hourly', null, null],
    ['61 * * * *', null, /"61 \* \* \* \*" is no cron expression of five fields: Invalid value for minute: 61/],
    ['* * * * * *', null, /five fields/],
    ['', null, /five fields/],
    ['0 0 31 2 *', null, /never comes/],
    ['0 3 * * *', 'Mars/Olympus', /"Mars\/Olympus" is no time zone/],
  ] as const
  for (const [schedule, zone, expected] of rows) {
    const problem = cronProblem(schedule, zone)
    if (expected === null) assert.equal(problem, null, schedule)
    else assert.match(problem ?? '', expected)
  }
})

test('slots between two moments: the first left out, the last taken, the newest kept', () => {
  const slots = slotsOf('*/5 * * * *', 'UTC')
  const between = (from: string, until: string, most: number) =>
    slots.between(fromIso(from), fromIso(until), most).map((ms) => toIso(ms).slice(11, 16))
  assert.deepEqual(between('2026-11-20T12:00:00.000Z', '2026-11-20T12:15:00.000Z', 10), ['12:05', '12:10', '12:15'])
  assert.deepEqual(between('2026-11-20T12:00:00.000Z', '2026-11-20T12:14:59.999Z', 10), ['12:05', '12:10'])
  assert.deepEqual(between('2025-11-20T12:00:00.000Z', '2026-11-20T12:15:00.000Z', 2), ['12:10', '12:15'])
  assert.deepEqual(between('2026-11-20T12:15:00.000Z', '2026-11-20T12:15:00.000Z', 9), [])
})

test('a daily slot comes once on the days when the clocks are put forward and back', () => {
  const slots = slotsOf('30 2 * * *', 'Europe/Berlin')
  const follow = (from: string, count: number) => {
    const found: string[] = []
    for (let at: number | null = fromIso(from); at !== null && found.length < count;) {
      at = slots.next(at, 1)[0] ?? null
      if (at !== null) found.push(toIso(at))
    }
    return found
  }
  // 2:30 does not exist on 29 March 2026 and comes twice on 25 October.
  assert.deepEqual(follow('2026-03-28T12:00:00.000Z', 2), ['2026-03-29T01:00:00.000Z', '2026-03-30T00:30:00.000Z'])
  assert.deepEqual(follow('2026-10-24T12:00:00.000Z', 2), ['2026-10-25T00:30:00.000Z', '2026-10-26T01:30:00.000Z'])
})

test('coming slots are the same whether they were asked for before or not', () => {
  const kept = slotsOf('*/20 * * * *', 'UTC')
  const at = (time: string) => fromIso(`2026-11-20T${time}:00.000Z`)
  const times = (after: string, count: number) => kept.next(at(after), count).map((ms) => toIso(ms).slice(11, 16))
  assert.deepEqual(times('12:00', 3), ['12:20', '12:40', '13:00'])
  assert.deepEqual(times('12:30', 2), ['12:40', '13:00'])
  assert.deepEqual(times('12:45', 2), ['13:00', '13:20'])
  assert.deepEqual(times('11:00', 1), ['11:20'])
  assert.equal(kept.perDay, 72)
  assert.equal(slotsOf('0 3,15 * * 1', null).perDay, 2)
})
