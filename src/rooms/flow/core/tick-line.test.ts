import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tickCount, type Tick } from '../contract.ts'
import { missedTick } from './strand-view.ts'
import { withTick } from './tick-line.ts'

const at = (minute: number): string => new Date(minute * 60_000).toISOString()
const ran = (id: string, minute: number, status: Tick['status'] = 'success'): Tick => ({
  run_id: id,
  status,
  at: at(minute),
  duration_ms: 1,
  late: false,
  caveat: null,
})
const ids = (line: readonly Tick[]) => line.map(({ run_id: id, at: when }) => id ?? `missed ${when}`)

test('a tick stands at its time, after others of the same moment', () => {
  const line = [ran('a', 1), ran('c', 3)]
  assert.deepEqual(ids(withTick(line, ran('b', 2), null)), ['a', 'b', 'c'])
  assert.deepEqual(ids(withTick(line, ran('b', 1), null)), ['a', 'b', 'c'])
  assert.deepEqual(ids(withTick(line, ran('z', 0), null)), ['z', 'a', 'c'])
  assert.deepEqual(ids(withTick(line, ran('d', 4), null)), ['a', 'c', 'd'])
})

test('a run replaces itself, also when its start moved its tick', () => {
  const line = withTick([ran('a', 1, 'queued'), ran('b', 2)], ran('a', 3, 'running'), null)
  assert.deepEqual(
    line.map(({ run_id: id, status }) => [id, status]),
    [
      ['b', 'success'],
      ['a', 'running'],
    ],
  )
})

test('a missed slot is one tick however often it is told, and the run that stands for it takes its place', () => {
  const line = [missedTick(at(1)), missedTick(at(2)), ran('a', 2)]
  assert.deepEqual(ids(withTick(line, missedTick(at(2)), null)), [`missed ${at(1)}`, 'a', `missed ${at(2)}`])
  assert.deepEqual(ids(withTick(line, ran('late', 5), at(1))), [`missed ${at(2)}`, 'a', 'late'])
  assert.deepEqual(ids(withTick([ran('b', 1)], ran('c', 4), at(1))), ['b', 'c'])
})

test('a line keeps the newest', () => {
  let line: readonly Tick[] = []
  for (let minute = 0; minute < tickCount + 3; minute += 1) line = withTick(line, ran(`r${minute}`, minute), null)
  assert.deepEqual([line.length, line[0]?.run_id, line.at(-1)?.run_id], [tickCount, 'r3', `r${tickCount + 2}`])
})
