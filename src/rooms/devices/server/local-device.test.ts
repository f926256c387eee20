// The hub's own machine as a device: what a person gave it outlives the hub.
import assert from 'node:assert/strict'
import { hostname } from 'node:os'
import { test } from 'node:test'
import { localRecord, withLocal } from './local-device.ts'
import { openRoom } from './room.testkit.ts'

test('its name and tags stand after a restart, and after one without it', async (t) => {
  const first = await openRoom({ localDevice: true })
  const body = { label: 'Observatory', capabilities: ['home-net'] }
  assert.equal((await first.ask('PATCH /api/auth/devices/local', { body })).status, 200)
  await first.close()
  const without = await openRoom({ home: first.home })
  assert.deepEqual(await without.devices(), [], 'a machine that is no device is in no list')
  await without.close()
  const room = await openRoom({ home: first.home, localDevice: true })
  t.after(() => room.remove())
  const [local, ...others] = await room.devices()
  assert.deepEqual([local?.label, local?.tags, local?.is_local, others], ['Observatory', ['home-net'], true, []])
  assert.deepEqual([local?.fingerprint, local?.public_key, local?.hostname], [[], null, hostname()])
})

test('a name that nobody gave follows the name of the machine', () => {
  const now = { ...localRecord(0), hostname: 'new-name', label: 'new-name' }
  const before = { ...localRecord(0), hostname: 'old-name', label: 'old-name', tags: ['arm64'] }
  assert.deepEqual(withLocal([before], now), [{ ...now, tags: ['arm64'] }])
  assert.equal(withLocal([{ ...before, label: 'Mine' }], now)[0]?.label, 'Mine')
  assert.deepEqual(withLocal([before], null), [])
})
