// From a machine that nobody knows to its first session: the two commands of a person, and how long they took.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pairDaemon, startDaemon } from '../../support/daemon.ts'
import { makeDevicePlace, untilState } from '../../support/device-place.ts'
import { makeHome } from '../../support/home.ts'
import { orrery, startService } from '../../support/service.ts'
import { until } from '../../support/until.ts'

test('a second machine is paired by one command, and by the next it runs its first session', async (t) => {
  await using hubPlace = await makeHome()
  await using place = await makeDevicePlace()
  place.install('claude', 'echo "it works"; exec sleep 1000')
  await using hub = await startService(hubPlace, { env: { DEPLOYMENT: 'cloud-fabric' } })
  const startedMs = performance.now()
  const { id: device } = await pairDaemon(hub, place)
  const pairedMs = performance.now()
  // What `orrery daemon install` leaves running.
  await using daemon = startDaemon(place)
  assert.ok(daemon.pid > 0)
  const launch = ['launch', 'code-agent', 'work', '--on', device, '--json']
  const out = await until(
    'it is given work as soon as it is there',
    async () => {
      const ended = await orrery(hubPlace, launch)
      return ended.code === 0 ? ended.out : null
    },
    60_000,
  )
  const { id } = (JSON.parse(out) as { session: { id: string } }).session
  const running = await untilState(hub, id, 'running', 'failed')
  assert.deepEqual([running.state, running.device_id], ['running', device])
  const seconds = (fromMs: number): string => ((performance.now() - fromMs) / 1000).toFixed(1)
  t.diagnostic(
    `${seconds(startedMs)} s from the first command to a running session, ${seconds(pairedMs)} s of it once it was paired`,
  )
})
