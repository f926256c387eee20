import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hourMs, minuteMs } from '#base/time.ts'
import { quietLeftMs } from './quiet.ts'

const at = (hour: number, minute = 0): number => hour * hourMs + minute * minuteMs

test('how long it is quiet still', () => {
  const rows: readonly (readonly [string | null, number, number])[] = [
    [null, at(3), 0],
    ['22:00-07:30', at(21, 59), 0],
    ['22:00-07:30', at(22), at(9, 30)],
    ['22:00-07:30', at(0), at(7, 30)],
    ['22:00-07:30', at(7, 29), minuteMs],
    ['22:00-07:30', at(7, 30), 0],
    ['12:00-13:00', at(11), 0],
    ['12:00-13:00', at(12, 15), at(0, 45)],
    ['12:00-13:00', at(13), 0],
  ]
  for (const [hours, now, left] of rows) assert.equal(quietLeftMs(hours, now), left, `${hours} at ${now}`)
})
