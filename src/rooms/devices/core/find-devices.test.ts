import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleDevice } from '../../../testing/sample-device.testkit.ts'
import { findDevices } from './find-devices.ts'

const forge = sampleDevice()
const north = sampleDevice({ id: 'd2', label: 'North', hostname: 'north.local', platform: 'darwin arm64' })
const here = sampleDevice({
  id: 'local',
  label: 'Atlas',
  hostname: 'atlas',
  is_local: true,
  tags: [],
  models: ['qwen'],
})

test('each word is looked for in all that is told of a device, and this machine stands first', () => {
  const rows: [string, string[]][] = [
    ['', ['local', 'd1', 'd2']],
    ['NORTH', ['d2']],
    ['home-net linux', ['local', 'd1']],
    ['codex arm64', ['d2']],
    ['qwen', ['local']],
    ['nowhere', []],
  ]
  for (const [query, ids] of rows) {
    assert.deepEqual(
      findDevices([forge, north, here], query).map(({ id }) => id),
      ids,
      query,
    )
  }
})
