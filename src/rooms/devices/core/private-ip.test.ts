import assert from 'node:assert/strict'
import { test } from 'node:test'
import { privateIpOf, type ListedAddress } from './private-ip.ts'

const at = (address: string, internal = false): ListedAddress => ({ address, family: 'IPv4', internal })

test('the first address of a private network that others reach', () => {
  const rows: [Parameters<typeof privateIpOf>[0], string | null][] = [
    [{}, null],
    [{ lo: [at('127.0.0.1', true)] }, null],
    [{ eth0: [at('203.0.113.9')] }, null],
    [{ docker0: [at('172.17.0.1')], eth0: [at('fe80::1'), at('192.168.1.5')] }, '192.168.1.5'],
    [{ tailscale0: [at('100.64.0.7')] }, '100.64.0.7'],
    [{ eth0: [at('100.128.0.1')] }, null],
    [{ eth0: [at('172.15.0.1'), at('172.31.0.1')] }, '172.31.0.1'],
    [{ eth0: [at('10.0.0.5', true)], wlan0: [at('10.0.0.6')] }, '10.0.0.6'],
    [{ gone: undefined }, null],
  ]
  for (const [interfaces, expected] of rows) assert.equal(privateIpOf(interfaces), expected, JSON.stringify(interfaces))
})
