import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { FollowedFile } from '../contract.ts'
import { filesDelta, inRecords, withTold, type ToldFiles } from './files-delta.ts'

const file = (path: string, added: number): FollowedFile => ({ path, status: 'changed', added, removed: 0 })
const nothing: ToldFiles = new Map()

test('only what differs from what was told is told, and what is as it was is taken back once', () => {
  const told = withTold(nothing, [file('a', 1), file('b', 1)])
  const delta = filesDelta(told, [file('b', 1), file('c', 2)])
  assert.deepEqual(
    delta.map(({ path, status }) => `${status} ${path}`),
    ['changed c', 'unchanged a'],
  )
  assert.deepEqual(filesDelta(withTold(told, delta), [file('b', 1), file('c', 2)]), [])
})

test('whatever is looked at, what was told adds up to the last look, in records that are bounded', () => {
  const look = fc.uniqueArray(fc.record({ path: fc.string({ maxLength: 4096 }), added: fc.nat(3) }), {
    selector: ({ path }) => path,
    maxLength: 150,
  })
  fc.assert(
    fc.property(fc.array(look, { maxLength: 5 }), (looks) => {
      let told = nothing
      for (const found of looks.map((all) => all.map(({ path, added }) => file(path, added)))) {
        for (const part of inRecords(filesDelta(told, found))) {
          assert.ok(part.length <= 100)
          told = withTold(told, part)
        }
        assert.deepEqual(new Set(told.values()), new Set(found))
      }
    }),
    { numRuns: 30 },
  )
})
