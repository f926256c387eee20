import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readHubAddress } from './hub-address.ts'

test('an address is read as URLs write it, and beyond this machine it needs https', () => {
  const rows: [string, string | null, boolean][] = [
    ['https://hub.example', 'https://hub.example', true],
    [' HTTPS://Hub.Example:443/ ', 'https://hub.example', true],
    ['http://127.0.0.1:7420', 'http://127.0.0.1:7420', true],
    ['http://localhost:07420/', 'http://localhost:7420', true],
    ['http://localhost:80', 'http://localhost', true],
    ['http://localhost:443', 'http://localhost:443', true],
    ['http://a.localhost', 'http://a.localhost', true],
    ['http://[::1]:7420', 'http://[::1]:7420', true],
    ['http://192.168.1.5:7420', 'http://192.168.1.5:7420', false],
    ['http://127.0.0.1.evil.example', 'http://127.0.0.1.evil.example', false],
    ['http://notlocalhost', 'http://notlocalhost', false],
    ['hub.example', null, false],
    ['https://hub.example/path', null, false],
    ['https://user@hub.example', null, false],
    ['https://hub.example:65535', 'https://hub.example:65535', true],
    ['https://hub.example:65536', null, false],
    ['ws://hub.example', null, false],
  ]
  for (const [typed, origin, isSafe] of rows) {
    const address = readHubAddress(typed)
    assert.deepEqual([address?.origin ?? null, address?.isSafe ?? false], [origin, isSafe], typed)
    if (address !== null) assert.equal(new URL(address.origin).origin, address.origin)
  }
})
