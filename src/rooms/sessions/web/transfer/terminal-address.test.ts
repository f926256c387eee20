import assert from 'node:assert/strict'
import { test } from 'node:test'
import { terminalAddress } from './terminal-address.ts'

test('the address leads to the session’s terminal and holds nothing else', () => {
  const { url } = terminalAddress('https://orrery.example/', 'a b/c')
  assert.equal(url, 'https://orrery.example/terminal/a%20b%2Fc')
})

test('a loopback address is of no use to another device', () => {
  for (const origin of ['http://localhost:7420', 'http://x.localhost', 'http://127.0.0.1:1', 'http://[::1]:5']) {
    assert.equal(terminalAddress(origin, 'x').isReachable, false, origin)
  }
  for (const origin of ['https://orrery.example', 'http://192.168.1.5:7420', 'http://127.evil.com']) {
    assert.equal(terminalAddress(origin, 'x').isReachable, true, origin)
  }
})
