import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mayReach } from './reach.ts'

test('public addresses may be reached, private ones only where they are listed', () => {
  const rows: readonly (readonly [string, boolean])[] = [
    ['93.184.216.34', true],
    ['2606:2800:220:1:248:1893:25c8:1946', true],
    ['127.0.0.1', false],
    ['127.9.9.9', false],
    ['0.0.0.0', false],
    ['10.1.2.3', false],
    ['172.16.0.1', false],
    ['172.32.0.1', true],
    ['192.168.1.1', false],
    ['169.254.169.254', false],
    ['100.64.0.1', false],
    ['224.0.0.1', false],
    ['255.255.255.255', false],
    ['::1', false],
    ['::', false],
    ['::ffff:127.0.0.1', false],
    ['::ffff:7f00:1', false],
    ['::127.0.0.1', false],
    ['::ffff:93.184.216.34', true],
    ['64:ff9b::7f00:1', false],
    ['2002:7f00:1::', false],
    ['fd00::1', false],
    ['fe80::1', false],
    ['not an address', false],
  ]
  for (const [address, isAllowed] of rows) assert.equal(mayReach(address, 'host.example', []), isAllowed, address)
})

test('a list names hosts, addresses and networks', () => {
  assert.ok(mayReach('10.1.2.3', 'ntfy.lan', ['ntfy.lan']))
  assert.ok(mayReach('10.1.2.3', 'NTFY.lan', ['ntfy.LAN']))
  assert.ok(mayReach('10.1.2.3', 'other', ['10.0.0.0/8']))
  assert.ok(mayReach('::1', 'localhost', ['::1']))
  assert.ok(mayReach('::ffff:10.1.2.3', 'other', ['10.1.2.3']))
  assert.ok(!mayReach('10.1.2.3', 'other', ['ntfy.lan', '192.168.0.0/16']))
})
