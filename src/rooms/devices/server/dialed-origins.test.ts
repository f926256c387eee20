import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AccessConfig } from '#platform/server/access/settings.ts'
import { dialedOrigins, originForDevices, type Arrival } from './dialed-origins.ts'

const plain: AccessConfig = { host: '127.0.0.1', publicUrl: null, allowedHosts: [], requireTokenLocally: false }
const open: AccessConfig = { ...plain, host: '0.0.0.0' }
const at = (headers: Arrival['headers'], localAddress = '127.0.0.1'): Arrival => ({
  headers,
  socket: { localAddress, localPort: 7420 },
})

test('a device may have dialed what the command named, our address, or a Host that is a name of ours', () => {
  const own = 'http://127.0.0.1:7420'
  const rows: [Arrival, AccessConfig, string | null, string[]][] = [
    [at({}), plain, null, [own]],
    [at({ host: 'localhost:7420' }), plain, null, [own, 'http://localhost:7420', 'https://localhost:7420']],
    [at({ host: 'evil.example' }), plain, null, [own]],
    [at({ host: 'localhost:9000' }), plain, null, [own]],
    [at({ host: 'x' }, '::ffff:192.168.1.9'), open, null, ['http://192.168.1.9:7420']],
    [at({ host: 'x' }, 'fd00::5'), open, null, ['http://[fd00::5]:7420']],
    [at({ host: 'x' }), plain, 'https://hub.example', ['https://hub.example', own]],
    [at({ host: 'x' }), { ...plain, publicUrl: 'https://hub.example:443/' }, null, ['https://hub.example', own]],
    [
      at({ host: 'box.lan' }),
      { ...plain, allowedHosts: ['box.lan'] },
      null,
      [own, 'http://box.lan', 'https://box.lan'],
    ],
  ]
  for (const [arrival, config, command, origins] of rows)
    assert.deepEqual(dialedOrigins(arrival, config, command), origins)
})

test('the command names what other machines reach', () => {
  const rows: [Arrival, AccessConfig, string | null, string][] = [
    [at({ host: '127.0.0.1:7420' }), plain, '192.168.1.9', 'http://127.0.0.1:7420'],
    [at({ host: '127.0.0.1:7420' }), open, '192.168.1.9', 'http://192.168.1.9:7420'],
    [at({ host: '127.0.0.1:7420' }), open, null, 'http://127.0.0.1:7420'],
    [at({ host: 'box.lan:7420', origin: 'https://box.lan' }), open, '192.168.1.9', 'https://box.lan'],
    [at({ host: '127.0.0.1:7420' }), { ...plain, publicUrl: 'https://hub.example/' }, null, 'https://hub.example'],
  ]
  for (const [arrival, config, ip, origin] of rows) assert.equal(originForDevices(arrival, config, ip), origin)
})
