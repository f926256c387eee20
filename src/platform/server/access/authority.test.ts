import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseAuthority, parseOrigin } from './authority.ts'

test('a Host is a name or an address, and perhaps a port', () => {
  const rows: [string, string | null, number | null][] = [
    ['localhost', 'localhost', null],
    ['LocalHost:7420', 'localhost', 7420],
    ['127.0.0.1:80', '127.0.0.1', 80],
    ['[::1]:7420', '::1', 7420],
    ['[::1]', '::1', null],
    ['my_box.lan', 'my_box.lan', null],
    ['a', 'a', null],
  ]
  for (const [text, hostname, port] of rows) assert.deepEqual(parseAuthority(text), { hostname, port }, text)
})

test('what does not fit the grammar of a Host is none', () => {
  const broken = [
    '',
    ':80',
    'localhost:',
    'localhost:x',
    'localhost:99999',
    'localhost:7420:1',
    'user@localhost',
    '127.0.0.1 evil.com',
    'localhost, evil.com',
    'localhost/x',
    '[::1',
    '::1',
    'localhost\\@evil.com',
    '.localhost',
  ]
  for (const text of broken) assert.equal(parseAuthority(text), null, text)
})

test('an Origin is a scheme and an authority and nothing else', () => {
  assert.deepEqual(parseOrigin('http://localhost:7420'), { scheme: 'http', hostname: 'localhost', port: 7420 })
  assert.deepEqual(parseOrigin('https://box.example'), { scheme: 'https', hostname: 'box.example', port: 443 })
  assert.deepEqual(parseOrigin('HTTP://[::1]'), { scheme: 'http', hostname: '::1', port: 80 })
  const foreign = [
    'null',
    '',
    'file://',
    'chrome-extension://abc',
    'http://a http://b',
    'http://a, http://b',
    'http://u@localhost:7420',
    'http://localhost:7420/',
    'http://localhost:7420/path',
    'x http://localhost:7420',
  ]
  for (const text of foreign) assert.equal(parseOrigin(text), null, text)
})
