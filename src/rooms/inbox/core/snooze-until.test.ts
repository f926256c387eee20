import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleItem } from './sample-item.testkit.ts'
import { pickItem } from './pick-item.ts'
import { snoozeUntil } from './snooze-until.ts'

/** Midnight is 0, so that a time tells its hour. */
const hour = 3_600_000
const at = (days: number, ofDay: number) => (days * 24 + ofDay) * hour
const rows: readonly (readonly [string, number, number | null | undefined])[] = [
  ['20m', 10, 10 * hour + 20 * 60_000],
  ['20 min', 10, 10 * hour + 20 * 60_000],
  ['1h', 10, 11 * hour],
  ['2d', 10, 58 * hour],
  ['evening', 10, 18 * hour],
  ['evening', 19, 42 * hour],
  ['tomorrow', 10, 33 * hour],
  ['change', 10, null],
  ['18:30', 10, 18.5 * hour],
  ['9:00', 10, 33 * hour],
  ['2026-11-21', 10, 33 * hour],
  ['2026-11-20 11:15', 10, 11.25 * hour],
  ['2026-11-22T00:00', 10, 48 * hour],
  ['2026-11-20', 10, undefined],
  ['2026-11-19 12:00', 10, undefined],
  ['2026-13-45', 10, undefined],
  ['25:00', 10, undefined],
  ['12:60', 10, undefined],
  ['2029-01-01', 10, undefined],
  ['0m', 10, undefined],
  ['900d', 10, undefined],
  ['soon', 10, undefined],
  ['', 10, undefined],
]
for (const [said, nowHour, expected] of rows) {
  test(`at ${nowHour} o’clock, "${said}"`, () =>
    assert.equal(snoozeUntil(said, nowHour * hour, { at, today: '2026-11-20' }), expected))
}

test('an item is meant by its id, its subject, or the beginning of its name, if only one fits', () => {
  const items = [
    sampleItem({ id: 'session:abc', title: 'Fix refunds' }),
    sampleItem({ id: 'session:abd', title: 'Reconcile' }),
    sampleItem({ id: 'missed:nightly', subject: { type: 'strand', id: 'nightly' }, title: 'nightly' }),
  ]
  const meant = (typed: string) => {
    const picked = pickItem(items, typed)
    return picked.ok ? picked.value.id : picked.error.map(({ id }) => id)
  }
  assert.equal(meant('session:abc'), 'session:abc')
  assert.equal(meant('abd'), 'session:abd')
  assert.equal(meant('fix'), 'session:abc')
  assert.equal(meant('nightly'), 'missed:nightly')
  assert.deepEqual(meant('ab'), ['session:abc', 'session:abd'])
  assert.deepEqual(meant('zzz'), [])
})
