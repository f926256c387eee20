import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calendarOf, daysBefore } from './local-day.ts'

const hour = 3_600_000

test('a day is one of the person’s time zone', () => {
  const at = Date.parse('2026-11-23T23:30:00Z')
  assert.equal(calendarOf('UTC').dayOf(at), '2026-11-23')
  assert.equal(calendarOf('Europe/Berlin').dayOf(at), '2026-11-24')
  assert.equal(calendarOf('America/Los_Angeles').dayOf(at), '2026-11-23')
  assert.equal(calendarOf('Asia/Kathmandu').dayOf(at), '2026-11-24')
})

const ends = [
  ['UTC', '2026-11-23T23:59:59.999Z', '2026-11-24T00:00:00.000Z'],
  ['Asia/Kathmandu', '2026-11-23T12:00:00.000Z', '2026-11-23T18:15:00.000Z'],
  // Clocks are put forward: the day has 23 hours. Put back: 25.
  ['Europe/Berlin', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
  ['Europe/Berlin', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
  // Where they are put forward at midnight, the next day begins at one o'clock.
  ['America/Santiago', '2026-09-05T12:00:00.000Z', '2026-09-06T04:00:00.000Z'],
] as const
for (const [zone, at, end] of ends)
  test(`the day of ${at} ends in ${zone} when the next one begins`, () => {
    const calendar = calendarOf(zone)
    const ended = calendar.endOfDay(Date.parse(at))
    assert.equal(new Date(ended).toISOString(), end)
    assert.notEqual(calendar.dayOf(ended), calendar.dayOf(ended - 1))
  })

test('a day that clocks make longer is still one day', () => {
  const { dayOf } = calendarOf('Europe/Berlin')
  const midnight = Date.parse('2026-10-24T22:00:00Z')
  const days = Array.from({ length: 25 }, (_, each) => dayOf(midnight + each * hour))
  assert.deepEqual(new Set(days), new Set(['2026-10-25']))
  assert.equal(dayOf(midnight + 25 * hour), '2026-10-26')
})

test('days before a day', () => {
  assert.equal(daysBefore('2026-03-01', 1), '2026-02-28')
  assert.equal(daysBefore('2026-11-23', 29), '2026-10-25')
})
