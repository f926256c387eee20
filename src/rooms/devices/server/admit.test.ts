// Tokens that are none: each is signed as well as its maker can, and refused before a socket opens.
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { dial, openRoom, pairDevice, tokenHeader, tokenText } from './room.testkit.ts'

test('whatever else claims to be the token of a device is none', async (t) => {
  const room = await openRoom()
  t.after(() => room.remove())
  const [device, other] = [await pairDevice(room), await pairDevice(room)]
  const { id } = device
  const header = tokenHeader(device.key)
  const claims = {
    iss: id,
    sub: id,
    aud: `orrery:${device.hub.id}`,
    iat: 10,
    exp: 130,
    nonce: String((await dial(room, null)).body.nonce),
    jti: 'm'.repeat(22),
  }
  const signed = (head: object, body: object): string => {
    const text = tokenText(head, body)
    return `${text}.${device.sign(text)}`
  }
  const mac = (head: object, secret: string | Buffer): string => {
    const text = tokenText(head, claims)
    return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`
  }
  const symmetric = { ...header, alg: 'HS256' }
  const good = signed(header, claims)
  const rows: Readonly<Record<string, string>> = {
    'no parts': '.',
    'two parts': tokenText(header, claims),
    'no signature': `${tokenText(header, claims)}.`,
    'four parts': `${good}.a`,
    'no algorithm': `${tokenText({ ...header, alg: 'none' }, claims)}.`,
    'no algorithm, yet signed': signed({ ...header, alg: 'none' }, claims),
    'the public key as a secret': mac(symmetric, Buffer.from(device.key, 'base64url')),
    'the public key as a secret, in letters': mac(symmetric, device.key),
    'another name of the algorithm': signed({ ...header, alg: 'Ed25519' }, claims),
    'another spelling': signed({ ...header, alg: 'eddsa' }, claims),
    'another type': signed({ ...header, typ: 'JWT' }, claims),
    'another spelling of the type': signed({ ...header, typ: 'application/orrery-device+jwt' }, claims),
    'no type': signed({ ...header, typ: undefined }, claims),
    'the key of another': signed({ ...header, kid: tokenHeader(other.key).kid }, claims),
    'no key': signed({ ...header, kid: undefined }, claims),
    'a key of its own': signed({ ...header, jwk: { kty: 'OKP', crv: 'Ed25519', x: device.key } }, claims),
    'a critical extension': signed({ ...header, crit: ['x'], x: 1 }, claims),
    'another payload': `${tokenText(header, { ...claims, exp: 129 })}.${good.split('.')[2] ?? ''}`,
    'another hub': signed(header, { ...claims, aud: 'orrery:other' }),
    'several hubs': signed(header, { ...claims, aud: [claims.aud, 'orrery:other'] }),
    'two names': signed(header, { ...claims, iss: other.id }),
    'the name of another': signed(header, { ...claims, iss: other.id, sub: other.id }),
    'a name that is a number': signed(header, { ...claims, iss: 5, sub: 5 }),
    'a long life': signed(header, { ...claims, exp: 131 }),
    'no life': signed(header, { ...claims, exp: 10 }),
    'no end': signed(header, { ...claims, exp: undefined }),
    'no beginning': signed(header, { ...claims, iat: undefined }),
    'a short nonce': signed(header, { ...claims, nonce: 'n' }),
    'no nonce of its own': signed(header, { ...claims, jti: undefined }),
    padding: good.replace('.', '=.'),
    'no JSON': `${Buffer.from('{').toString('base64url')}.${good.split('.').slice(1).join('.')}`,
  }
  for (const [what, token] of Object.entries(rows)) {
    const { status, body } = await dial(room, token)
    assert.deepEqual([status, body.error], [401, 'unauthenticated'], what)
  }
  // None of them used up its nonce, and the good one is good once.
  assert.equal((await dial(room, good)).status, 101)
  const replayed = await dial(room, good)
  assert.deepEqual([replayed.status, replayed.body.error], [401, 'nonce_needed'])
})

test('of one token that comes many times at once, one is let in', async (t) => {
  const room = await openRoom()
  t.after(() => room.remove())
  const device = await pairDevice(room)
  const hubNonce = String((await dial(room, null)).body.nonce)
  const token = device.token({ deviceId: device.id, hubId: device.hub.id, hubNonce })
  const came = await Promise.all(Array.from({ length: 8 }, () => dial(room, token)))
  assert.deepEqual(
    came.map(({ status }) => status).toSorted((one, next) => one - next),
    [101, ...Array.from({ length: 7 }, () => 401)],
  )
})
