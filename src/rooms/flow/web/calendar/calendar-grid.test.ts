import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hourMs } from '#base/time.ts'
import { byHour, dayOf, keyOf, shifted, validKey, weekAround } from './calendar-grid.ts'

// Zones matter here, and a process has one: the rows hold in every zone.
test('the seven days begin the day before, on every day of the week, and follow without a gap', () => {
  for (const [key, first, last] of [
    ['2026-11-16', '2026-11-15', '2026-11-21'],
    ['2026-11-22', '2026-11-21', '2026-11-27'],
    ['2027-01-01', '2026-12-31', '2027-01-06'],
  ] as const) {
    const week = weekAround(key)
    assert.deepEqual([week[0]?.key, week[6]?.key], [first, last])
    for (const [index, day] of week.entries()) assert.equal(day.endMs, week[index + 1]?.startMs ?? day.endMs)
  }
})

test('days are stepped over months, years and changes of the clock', () => {
  assert.equal(shifted('2026-12-31', 1), '2027-01-01')
  assert.equal(shifted('2026-03-01', -1), '2026-02-28')
  let key = '2026-01-01'
  for (let count = 0; count < 365; count += 1) key = shifted(key, 1)
  assert.equal(key, '2027-01-01')
  assert.equal(keyOf(dayOf('2026-11-20').startMs), '2026-11-20')
})

test('only a real day of the address counts', () => {
  assert.equal(validKey('2026-11-20'), '2026-11-20')
  for (const text of ['', '2026-02-30', 'today', '2026-11-20T00:00']) assert.equal(validKey(text), null, text)
})

test('entries fall into the hours of the clock, in order, and other days are left out', () => {
  const day = dayOf('2026-11-20')
  const at = (hour: number) => new Date(day.startMs + hour * hourMs).toISOString()
  const entry = (hour: number) => ({
    strand_id: 's',
    at: at(hour),
    status: 'planned' as const,
    run_id: null,
    late: false,
    caveat: null,
  })
  const hours = byHour([entry(9.5), entry(9), entry(23.99), entry(24), entry(-0.1)], day)
  assert.deepEqual([...hours.keys()], [9, 23])
  assert.deepEqual(
    hours.get(9)?.map((each) => each.at),
    [at(9), at(9.5)],
  )
})
