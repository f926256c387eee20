import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadOf, memoryOf } from './machine-numbers.ts'

const gibibyte = 1024 ** 3

test('memory is told in GiB, with a decimal where it matters', () => {
  const rows: [number | null, number | null, ReturnType<typeof memoryOf>][] = [
    [null, 8 * gibibyte, null],
    [8 * gibibyte, null, null],
    [1, 0, null],
    [16 * gibibyte, 64 * gibibyte, { words: '16 of 64 GiB', part: 0.25 }],
    [1.5 * gibibyte, 8 * gibibyte, { words: '1.5 of 8 GiB', part: 0.1875 }],
    [9 * gibibyte, 8 * gibibyte, { words: '9 of 8 GiB', part: 1 }],
    [9.95 * gibibyte, 19.9 * gibibyte, { words: '10 of 20 GiB', part: 0.5 }],
  ]
  for (const [free, total, told] of rows) assert.deepEqual(memoryOf({ free_ram: free, total_ram: total }), told)
})

test('load is told of all processors together, and may be over 100 %', () => {
  const rows: [number | null, number | null, ReturnType<typeof loadOf>][] = [
    [null, 4, null],
    [1, null, null],
    [1, 0, null],
    [1, 4, { words: '25 %', part: 0.25 }],
    [6, 4, { words: '150 %', part: 1 }],
  ]
  for (const [load, cores, told] of rows) assert.deepEqual(loadOf({ load, cores }), told)
})
