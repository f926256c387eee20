// The hub's own machine as a device: the same program inside the service, over a socket that never leaves it.
import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { linesOf, makeDevicePlace, outputOf, sessionThere, startThere, untilState } from '../../support/device-place.ts'
import { startService } from '../../support/service.ts'
import { until } from '../../support/until.ts'

const fabric = { DEPLOYMENT: 'cloud-fabric' }

test('the machine of the hub runs sessions, which outlive a kill of the service, and is not revoked', async () => {
  await using place = await makeDevicePlace()
  place.install(
    'claude',
    'echo "$$" >>"$HOME/starts"; while [ ! -e "$HOME/go" ]; do sleep 0.05; done; echo done; exit 0',
  )
  const first = await startService(place, { env: fabric })
  const online = async () => {
    const { json } = await first.call('GET /api/devices', { token: first.token })
    const [device, ...others] = json.devices as readonly Readonly<Record<string, unknown>>[]
    assert.deepEqual([device?.id, device?.is_local, device?.public_key, others.length], ['local', true, null, 0])
    return device?.status === 'online' && device.free_ram !== null
  }
  await until('it is online', online)
  const id = await startThere(first, {})
  await until('it runs', () => linesOf(join(place.userHome, 'starts')).length === 1)
  const { status, json } = await first.call('DELETE /api/auth/devices/local', { token: first.token })
  assert.deepEqual([status, json.error], [409, 'conflict'])
  const listed = await first.call('GET /api/sessions?device=local', { token: first.token })
  assert.deepEqual(
    (listed.json.sessions as { id: string }[]).map((session) => session.id),
    [id],
  )
  await until('it is in its terminal', async () => (await sessionThere(first, id)).tmux_alive === true)
  await first.kill()
  await using hub = await startService(place, { env: { ...fabric, PORT: String(first.port) } })
  assert.equal((await sessionThere(hub, id)).state, 'running')
  writeFileSync(join(place.userHome, 'go'), '')
  const done = await untilState(hub, id, 'completed', 'failed')
  assert.deepEqual([done.state, done.exit_code, done.device_id], ['completed', 0, 'local'])
  assert.equal(await outputOf(hub, id), 'done\n')
  assert.equal(linesOf(join(place.userHome, 'starts')).length, 1)
})

test('a hub that is not to run sessions is no device', async () => {
  await using place = await makeDevicePlace()
  mkdirSync(place.home, { mode: 0o700 })
  writeFileSync(join(place.home, 'config.json'), JSON.stringify({ fabric: { localDevice: false } }), { mode: 0o600 })
  await using hub = await startService(place, { env: fabric })
  assert.deepEqual((await hub.call('GET /api/devices', { token: hub.token })).json, { devices: [] })
})
