import assert from 'node:assert/strict'
import { test } from 'node:test'
import { atLocalhost, siteOf } from './site.ts'

test('passkeys are for localhost and for names with HTTPS; anything else is told where to go instead', () => {
  const rows: [origin: string | null, host: string, expected: string | RegExp][] = [
    ['http://localhost:7420', 'localhost:7420', 'localhost at http://localhost:7420'],
    ['http://box.localhost:7420', 'box.localhost:7420', 'box.localhost at http://box.localhost:7420'],
    ['https://orrery.example', 'orrery.example', 'orrery.example at https://orrery.example'],
    ['https://orrery.example:8443', '127.0.0.1:7420', 'orrery.example at https://orrery.example:8443'],
    [null, 'localhost:7420', 'localhost at http://localhost:7420'],
    [null, 'orrery.example', 'orrery.example at https://orrery.example'],
    ['http://127.0.0.1:7420', '127.0.0.1:7420', /no passkeys at 127\.0\.0\.1\. Open http:\/\/localhost:7420 instead/],
    ['http://[::1]:7420', '[::1]:7420', /at \[::1\]\. Open http:\/\/localhost:7420 instead/],
    [null, '127.0.0.1', /Open http:\/\/localhost instead/],
    ['https://192.168.1.5', '192.168.1.5', /at 192\.168\.1\.5: they need a name/],
    ['http://[fe80::1]', '[fe80::1]', /need a name/],
    ['http://box.lan:7420', 'box.lan:7420', /at box\.lan by HTTPS alone/],
    ['http://xlocalhost:7420', 'xlocalhost:7420', /by HTTPS alone/],
    ['null', 'localhost:7420', /names no host/],
  ]
  for (const [origin, hostHeader, expected] of rows) {
    const site = siteOf({ origin, hostHeader })
    const said = site.ok ? `${site.value.host} at ${site.value.origin}` : `${site.error.reason} ${site.error.hint}`
    if (typeof expected === 'string') assert.equal(said, expected)
    else assert.match(said, expected)
  }
})

test('an address of this machine in numbers has another one at localhost', () => {
  const rows: [string, string | null][] = [
    ['http://127.0.0.1:7420/settings/access', 'http://localhost:7420/settings/access'],
    ['http://[::1]:7420/', 'http://localhost:7420/'],
    ['http://localhost:7420/', null],
    ['https://orrery.example/', null],
    ['http://192.168.1.5/', null],
    ['nowhere', null],
  ]
  for (const [address, expected] of rows) assert.equal(atLocalhost(address), expected, address)
})
