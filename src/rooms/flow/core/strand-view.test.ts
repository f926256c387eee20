import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tickCount, type Tick } from '../contract.ts'
import { missedTick, withMissed } from './strand-view.ts'

const at = (minute: number): string => new Date(minute * 60_000).toISOString()
const ran = (minute: number): Tick => ({
  run_id: `r${minute}`,
  status: 'success',
  at: at(minute),
  duration_ms: 1,
  late: false,
  caveat: null,
})

test('missed slots stand at their places among the runs, each once', () => {
  const line = withMissed([ran(1), missedTick(at(2)), ran(4)], [at(2), at(3), at(5)])
  assert.deepEqual(
    line.map(({ at: when, status }) => [when, status]),
    [
      [at(1), 'success'],
      [at(2), 'missed'],
      [at(3), 'missed'],
      [at(4), 'success'],
      [at(5), 'missed'],
    ],
  )
})

test('a line stays as long as a strand shows, the newest last', () => {
  const slots = Array.from({ length: tickCount + 5 }, (_, index) => at(index + 10))
  const line = withMissed([ran(1)], slots)
  assert.equal(line.length, tickCount)
  assert.equal(line.at(-1)?.at, slots.at(-1))
})
