import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ManualTime } from '#testing/manual-time.testkit.ts'
import type { Size } from './emulator.ts'
import { paceResizes } from './resize-pace.ts'

test('of many sizes the first is told at once, then the last of each tenth of a second, and the very last always', async () => {
  const time = new ManualTime('2026-11-20T12:00:00.000Z')
  const told: Size[] = []
  const pace = paceResizes((size) => void told.push(size), time)
  for (let columns = 200; columns > 100; columns--) {
    pace.tell({ columns, rows: 40 })
    await time.pass(10)
  }
  await time.pass(1000)
  assert.ok(told.length <= 12, `${told.length} sizes in a second`)
  assert.deepEqual([told[0]?.columns, told.at(-1)?.columns], [200, 101])
  pace.tell({ columns: 80, rows: 24 })
  assert.equal(told.at(-1)?.columns, 80)
  pace.tell({ columns: 81, rows: 24 })
  pace.stop()
  await time.pass(1000)
  assert.equal(told.at(-1)?.columns, 80)
})
