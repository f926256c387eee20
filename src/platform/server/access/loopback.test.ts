import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isLoopbackAddress, isLoopbackName } from './loopback.ts'

test('loopback addresses are recognised by their value, in every form of it', () => {
  const rows: [string, boolean][] = [
    ['127.0.0.1', true],
    ['127.255.255.255', true],
    ['::1', true],
    ['0:0:0:0:0:0:0:1', true],
    ['::ffff:127.0.0.1', true],
    ['::ffff:7f00:1', true],
    ['128.0.0.1', false],
    ['126.255.255.255', false],
    ['10.0.0.5', false],
    ['0.0.0.0', false],
    ['::', false],
    ['::ffff:10.0.0.5', false],
    ['::127.0.0.1', false],
    ['64:ff9b::7f00:1', false],
    ['fe80::1%lo', false],
    ['::1%lo', false],
  ]
  for (const [address, expected] of rows) assert.equal(isLoopbackAddress(address), expected, address)
})

test('text that only begins like a loopback address is none', () => {
  for (const text of [
    '127.evil.com',
    '127.0.0.1.evil.com',
    '127.1',
    '0127.0.0.1',
    '2130706433',
    '0x7f.1',
    '',
    '::1.',
  ]) {
    assert.equal(isLoopbackAddress(text), false, text)
    assert.equal(isLoopbackName(text), false, text)
  }
})

test('localhost and the names below it are loopback names, names that contain it are not', () => {
  const rows: [string, boolean][] = [
    ['localhost', true],
    ['board.localhost', true],
    ['127.0.0.1', true],
    ['::1', true],
    ['localhost.evil.com', false],
    ['evillocalhost', false],
    ['localhost.', false],
  ]
  for (const [name, expected] of rows) assert.equal(isLoopbackName(name), expected, name)
})
