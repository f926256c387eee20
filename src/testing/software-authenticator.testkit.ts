// An authenticator in software (WebAuthn): makes passkeys and signs with them as a device does, with each part of what it
// says open to a test that wants it wrong.
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

export type SoftwarePasskey = { readonly id: string; readonly privateKey: KeyObject; counter: number }

/** What a page hands to its authenticator, and what the browser writes beside it. */
export type Ceremony = {
  readonly challenge: string
  readonly origin: string
  readonly host: string
  /** Default: the person is present and known. */
  readonly flags?: number
  /** Default: one more than last time. */
  readonly counter?: number
  readonly crossOrigin?: boolean
}

export const present = 0x01
export const verified = 0x04
const attested = 0x40

export function makePasskey({ flags = present | verified, ...ceremony }: Ceremony) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const credential = randomBytes(32)
  const passkey: SoftwarePasskey = { id: credential.toString('base64url'), privateKey, counter: ceremony.counter ?? 0 }
  const key = Buffer.concat([
    // {1: 2, 3: -7, -1: 1, -2: x, -3: y}: an ES256 key in COSE.
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ])
  const length = Buffer.alloc(2)
  length.writeUInt16BE(credential.length)
  const data = Buffer.concat([
    head({ ...ceremony, flags: flags | attested, counter: passkey.counter }),
    Buffer.alloc(16),
    length,
    credential,
    key,
  ])
  const size = Buffer.alloc(2)
  size.writeUInt16BE(data.length)
  const attestationObject = Buffer.concat([
    // {"fmt": "none", "attStmt": {}, "authData": …} in CBOR.
    Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
    Buffer.from([0x59]),
    size,
    data,
  ])
  const response = {
    clientDataJSON: clientData('webauthn.create', ceremony).toString('base64url'),
    attestationObject: attestationObject.toString('base64url'),
  }
  return { passkey, response: { id: passkey.id, rawId: passkey.id, type: 'public-key', response } }
}

export function signWith(passkey: SoftwarePasskey, { flags = present | verified, ...ceremony }: Ceremony) {
  const counter = ceremony.counter ?? (passkey.counter += 1)
  const said = clientData('webauthn.get', ceremony)
  const data = head({ ...ceremony, flags, counter })
  const signed = Buffer.concat([data, createHash('sha256').update(said).digest()])
  const response = {
    clientDataJSON: said.toString('base64url'),
    authenticatorData: data.toString('base64url'),
    signature: sign('sha256', signed, passkey.privateKey).toString('base64url'),
  }
  return { id: passkey.id, rawId: passkey.id, type: 'public-key', response }
}

function clientData(type: string, { challenge, origin, crossOrigin = false }: Ceremony): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin }))
}

function head({ host, flags, counter }: { host: string; flags: number; counter: number }): Buffer {
  const tail = Buffer.alloc(5)
  tail.writeUInt8(flags)
  tail.writeUInt32BE(counter, 1)
  return Buffer.concat([createHash('sha256').update(host).digest(), tail])
}
