// For tests: a certificate that nobody but the test trusts, for `localhost`, names that a test gives, and 127.0.0.1.
import { generateKeyPairSync, sign } from 'node:crypto'

export type TestCertificate = { readonly cert: string; readonly key: string }

/** Signed by itself (X.509 v3, P-256), valid for years. */
export function testCertificate(names: readonly string[] = []): TestCertificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = seq(oid('2a8648ce3d040302'))
  const who = seq(set(seq(oid('550403'), der(0x0c, Buffer.from('orrery test')))))
  const validity = seq(der(0x17, Buffer.from('200101000000Z')), der(0x17, Buffer.from('490101000000Z')))
  const alternatives = seq(
    ...['localhost', ...names].map((name) => der(0x82, Buffer.from(name))),
    der(0x87, Buffer.from([127, 0, 0, 1])),
  )
  const extensions = seq(
    seq(oid('551d13'), der(0x01, Buffer.from([0xff])), der(0x04, seq(der(0x01, Buffer.from([0xff]))))),
    seq(oid('551d11'), der(0x04, alternatives)),
  )
  const toSign = seq(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    algorithm,
    who,
    validity,
    who,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  )
  const signature = sign('sha256', toSign, privateKey)
  const whole = seq(toSign, algorithm, der(0x03, Buffer.concat([Buffer.from([0]), signature])))
  // An empty line before the end, where the last line is full, makes it unreadable.
  const lines = whole.toString('base64').replaceAll(/.{64}(?=.)/g, '$&\n')
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

function der(tag: number, content: Uint8Array): Buffer {
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, Math.floor(length / 256), length % 256]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const seq = (...parts: readonly Uint8Array[]): Buffer => der(0x30, Buffer.concat(parts))
const set = (...parts: readonly Uint8Array[]): Buffer => der(0x31, Buffer.concat(parts))
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'))
