import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hubOf, reachOf, writePairCommand } from './pair-command.ts'

const invitation = { code: 'K7QP2MXDAB', hubHash: 'AAAAAAAAAAAAAAAAAAAAAA' }

test('the command works as it stands, whatever the address', () => {
  const rows = [
    ['https://hub.example', 'anywhere', ''],
    ['http://192.168.1.5:7420', 'no_https', ' --insecure'],
    ['http://hub.lan', 'no_https', ' --insecure'],
    ['http://127.0.0.1:7420', 'this_machine', ''],
    ['http://[::1]:7420', 'this_machine', ''],
    ['https://localhost', 'this_machine', ''],
  ] as const
  for (const [origin, reach, more] of rows) {
    const command = writePairCommand(origin, invitation)
    assert.equal(command, `orrery daemon pair ${origin} K7QP2MXDAB.AAAAAAAAAAAAAAAAAAAAAA${more}`)
    assert.deepEqual([hubOf(command), reachOf(origin)], [origin, reach])
  }
})
