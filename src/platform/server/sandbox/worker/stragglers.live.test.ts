import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { newTrackingId, StragglerWatch, trackingVariable } from './stragglers.ts'

const onLinux = { skip: process.platform === 'linux' ? false : 'there is no /proc to look in' }

test('each look ends what has started since the one before, and what is of another runner stays', onLinux, async () => {
  const id = newTrackingId()
  const watch = new StragglerWatch(id)
  const foreign = sleepWith(newTrackingId())
  await once(foreign, 'spawn')
  try {
    for (let look = 0; look < 5; look += 1) {
      const straggler = sleepWith(id)
      const ended = once(straggler, 'exit')
      await once(straggler, 'spawn')
      // Amid the change from the shell to sleep it tells nothing: the next look finds it then.
      for (let tries = 0; tries < 100 && straggler.signalCode === null; tries += 1) {
        watch.sweep()
        await wait(20)
      }
      assert.deepEqual(await ended, [null, 'SIGKILL'], `look ${look}`)
      // Nothing has started since, or only others did.
      watch.sweep()
    }
    assert.equal(foreign.exitCode ?? foreign.signalCode, null)
  } finally {
    foreign.kill('SIGKILL')
  }
})

function sleepWith(id: string) {
  const env = { PATH: process.env.PATH, [trackingVariable]: id }
  return spawn('/bin/sh', ['-c', 'exec sleep 1000'], { detached: true, stdio: 'ignore', env })
}
