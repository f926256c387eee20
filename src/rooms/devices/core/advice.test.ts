import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Device } from '../contract.ts'
import { sampleDevice } from '../../../testing/sample-device.testkit.ts'
import { adviceFor } from './advice.ts'

test('a device that is not well says why, and what to type there', () => {
  const rows: [Partial<Device>, RegExp | null, string | null][] = [
    [{}, null, null],
    [{ version: '0.2.0' }, null, null],
    [{ version: '0.0.9' }, /older release/, 'orrery daemon run'],
    [{ status: 'offline', is_unreachable: true }, /fell silent/, 'orrery daemon status'],
    [{ status: 'offline' }, /does not run/, 'orrery daemon run'],
    [{ status: 'offline', version: '0.0.9' }, /does not run/, 'orrery daemon run'],
    [{ status: 'offline', last_heartbeat: null }, /not connected yet/, 'orrery daemon run'],
    [{ status: 'offline', outdated: 'daemon' }, /Too old for this hub/, 'orrery daemon run'],
    [{ status: 'offline', outdated: 'hub' }, /Update the hub/, 'orrery daemon status'],
    [{ clone_seen_at: '2026-11-20T10:00:00.000Z' }, /second machine/, 'orrery daemon unpair'],
    [{ status: 'revoked' }, null, null],
  ]
  for (const [fields, text, command] of rows) {
    const advice = adviceFor(sampleDevice(fields), '0.1.0')
    assert.equal(advice?.command ?? null, command, JSON.stringify(fields))
    if (text !== null) assert.match(advice?.text ?? '', text)
  }
  assert.equal(adviceFor(sampleDevice({ version: '0.0.9' }), null), null)
})
