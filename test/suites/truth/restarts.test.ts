import assert from 'node:assert/strict'
import { test } from 'node:test'
import { restartAtOnce } from './restarts.ts'

test('twelve restarts at once after completed and after failed, on a busy machine, are thirteen runs each', async () => {
  assert.deepEqual(await restartAtOnce({ restarts: 12, loops: 3 }), [13, 13])
})
