// R16, in short: after everything at once for a few seconds the service holds what it held before. `npm run soak` is the long form.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isOver, tableOf } from './bounds.ts'
import { soak } from './soak.ts'

const skip = process.platform === 'linux' ? false : 'it is read from /proc'

test('what a load took is given back: memory, files, timers, sockets and processes', { skip }, async (context) => {
  const { rows, failures, leftRunning, done } = await soak({
    warmMs: 4000,
    loadMs: 8000,
    quietMs: 30_000,
    isWhole: false,
    log: (line) => context.diagnostic(line),
  })
  assert.deepEqual(failures, [])
  assert.deepEqual(leftRunning, [])
  assert.deepEqual(rows.filter(isOver), [], tableOf(rows))
  for (const [name, times] of Object.entries(done)) assert.ok(times > 0, name)
})
