import assert from 'node:assert/strict'
import { test } from 'node:test'
import { err, ok } from '#base/result.ts'
import { ManualTime } from '#testing/manual-time.testkit.ts'
import { createSizeWatch } from './size-watch.ts'

test('a size is asked for once its viewers are at rest, and one of a terminal that is gone is not told', async () => {
  const time = new ManualTime('2026-11-23T08:00:00.000Z')
  const told: unknown[] = []
  let asked = 0
  const screen = { text: '', columns: 100, rows: 30 }
  const gone = { reason: 'gone', message: 'gone' } as const
  using watch = createSizeWatch({
    timers: time,
    sourceOf: (id) => ({ screen: async () => ((asked += 1), id === 'a' ? ok(screen) : err(gone)) }),
    tellSize: (id, size) => told.push([id, size]),
  })
  for (const id of ['a', 'a', 'b', 'a']) watch.changed(id)
  assert.equal(asked, 0)
  await time.pass(300)
  assert.equal(asked, 2)
  assert.deepEqual(told, [['a', { columns: 100, rows: 30 }]])
})
