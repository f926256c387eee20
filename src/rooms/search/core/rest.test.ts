import assert from 'node:assert/strict'
import { test } from 'node:test'
import { restAfter } from './rest.ts'

test('filling is quick while nobody writes, and takes a twentieth at most while somebody does', () => {
  const cases = [
    [{ workedMs: 10, isFilling: true, isBusy: false }, 30],
    [{ workedMs: 10, isFilling: true, isBusy: true }, 190],
    [{ workedMs: 10, isFilling: false, isBusy: false }, 190],
    [{ workedMs: 10, isFilling: false, isBusy: true }, 190],
    [{ workedMs: 5000, isFilling: false, isBusy: true }, 2000],
  ] as const
  for (const [worked, rest] of cases) assert.equal(restAfter(worked), rest, JSON.stringify(worked))
})
