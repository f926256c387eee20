import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isOlder } from '#base/is-older.ts'
import { awaySince, standingOf } from './standing.ts'

const heard = '2026-11-20T10:00:00.000Z'
const revoked = '2026-11-21T10:00:00.000Z'

test('a device stands as it was last heard, and whether it said goodbye', () => {
  const rows = [
    [{ status: 'online', is_unreachable: false, outdated: null, revoked_at: null }, 'online', null],
    [{ status: 'offline', is_unreachable: true, outdated: null, revoked_at: null }, 'unreachable', heard],
    [{ status: 'offline', is_unreachable: false, outdated: null, revoked_at: null }, 'offline', heard],
    [{ status: 'offline', is_unreachable: true, outdated: 'daemon', revoked_at: null }, 'outdated', heard],
    [{ status: 'revoked', is_unreachable: false, outdated: null, revoked_at: revoked }, 'revoked', revoked],
  ] as const
  for (const [told, standing, since] of rows) {
    const device = { ...told, last_heartbeat: heard }
    assert.deepEqual([standingOf(device), awaySince(device)], [standing, since])
  }
  assert.equal(
    awaySince({ status: 'offline', is_unreachable: false, outdated: null, revoked_at: null, last_heartbeat: null }),
    null,
    'never heard',
  )
})

test('a release is older by its first number that differs', () => {
  const rows = [
    ['0.1.0', '0.1.0', false],
    ['0.1.0', '0.1.1', true],
    ['0.9.0', '0.10.0', true],
    ['1.0.0', '0.9.9', false],
    ['v1.2.3', '1.3.0-rc.1', true],
    ['dev', '1.0.0', false],
    ['1.0.0', 'dev', false],
  ] as const
  for (const [version, than, older] of rows) assert.equal(isOlder(version, than), older, `${version} and ${than}`)
})
