import assert from 'node:assert/strict'
import { setImmediate } from 'node:timers/promises'
import { test } from 'node:test'
import { shareRuns } from './share-runs.ts'

function setUp() {
  const runs: { readonly key: string; readonly end: PromiseWithResolvers<number> }[] = []
  const ask = shareRuns(String, (key: string) => {
    const end = Promise.withResolvers<number>()
    runs.push({ key, end })
    return end.promise
  })
  const end = async (index: number): Promise<void> => {
    runs[index]?.end.resolve(index)
    await setImmediate()
  }
  return { runs, ask, end }
}

test('all who ask while a run is under way share the next one', async () => {
  const { runs, ask, end } = setUp()
  const first = ask('a')
  const later = Array.from({ length: 500 }, () => ask('a'))
  assert.equal(runs.length, 1)
  await end(0)
  assert.equal(runs.length, 2)
  await end(1)
  assert.equal(await first, 0)
  assert.deepEqual(new Set(await Promise.all(later)), new Set([1]))
  void ask('a')
  assert.equal(runs.length, 3, 'nothing is kept once nobody waits')
})

test('different keys do not wait for each other, and a failure is not handed on', async () => {
  const { runs, ask, end } = setUp()
  const failed = ask('a')
  const next = ask('a')
  void ask('b')
  assert.deepEqual(
    runs.map(({ key }) => key),
    ['a', 'b'],
  )
  runs[0]?.end.reject(new Error('no'))
  await assert.rejects(failed)
  await setImmediate()
  await end(2)
  assert.equal(await next, 2)
})
