// For tests: the other end of a push. It makes subscriptions as a browser would, decrypts what comes (RFC 8291) and checks who
// signed it (RFC 8292), by the text of the standards and by nothing that the service uses.
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify, type ECDH } from 'node:crypto'
import { createServer } from 'node:https'
import type { IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { testCertificate, type TestCertificate } from './certificate.testkit.ts'

export type PushedTo = {
  /** Of the subscription, as `subscribe()` named it. */
  readonly name: string
  readonly payload: Readonly<Record<string, unknown>>
  readonly headers: IncomingHttpHeaders
  /** The claims of a token whose signature is right; null where it is not. */
  readonly claims: { readonly aud: string; readonly sub: string; readonly exp: number } | null
  /** The key that signed. */
  readonly key: string
  readonly atMs: number
}

/** Anything else that was POSTed, as to Slack. */
export type Posted = { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: string }

export type Reply = {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

type Keys = { readonly pair: ECDH; readonly auth: Buffer }

/** Listens on loopback. `reply` says what is answered to a path; null holds the answer until the end. */
export async function startPushEndpoint(certificate: TestCertificate = testCertificate()) {
  const subscriptions = new Map<string, Keys>()
  const pushes: PushedTo[] = []
  const posts: Posted[] = []
  let reply: (path: string) => Reply | null = () => ({ status: 201 })
  const server = createServer(certificate, (request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const path = request.url ?? ''
      const body = Buffer.concat(parts)
      const keys = subscriptions.get(path.slice('/push/'.length))
      if (keys === undefined) posts.push({ path, headers: request.headers, body: body.toString() })
      else pushes.push(pushed(path, keys, { headers: request.headers, body }))
      const answer = reply(path)
      if (answer !== null) response.writeHead(answer.status, answer.headers).end(answer.body ?? '')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const url = `https://localhost:${port}`
  return {
    url,
    certificate,
    pushes,
    posts,
    answer: (next: typeof reply) => void (reply = next),
    /** The body of a request that subscribes. */
    subscribe(name: string) {
      const pair = createECDH('prime256v1')
      pair.generateKeys()
      const auth = randomBytes(16)
      subscriptions.set(name, { pair, auth })
      const keys = { p256dh: pair.getPublicKey('base64url'), auth: auth.toString('base64url') }
      return { endpoint: `${url}/push/${name}`, keys }
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

type Came = { readonly headers: IncomingHttpHeaders; readonly body: Buffer }

function pushed(path: string, keys: Keys, { headers, body }: Came): PushedTo {
  const { token = '', key = '' } =
    /^vapid t=(?<token>[^,]+), k=(?<key>\S+)$/.exec(headers.authorization ?? '')?.groups ?? {}
  return {
    name: path.slice('/push/'.length),
    payload: JSON.parse(decrypt(keys, body).toString()) as PushedTo['payload'],
    headers,
    claims: claimsOf(token, key),
    key,
    atMs: Date.now(),
  }
}

/** RFC 8188: salt, record size, the sender's key; then one record that ends with 2 and zeros. */
export function decrypt({ pair, auth }: Keys, body: Buffer): Buffer {
  const salt = body.subarray(0, 16)
  const keyLength = body.readUInt8(20)
  const senderKey = body.subarray(21, 21 + keyLength)
  const record = body.subarray(21 + keyLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), senderKey])
  const secret = Buffer.from(hkdfSync('sha256', pair.computeSecret(senderKey), auth, info, 32))
  const contentKey = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16))
  const nonce = Buffer.from(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12))
  const decipher = createDecipheriv('aes-128-gcm', contentKey, nonce)
  decipher.setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  const end = padded.lastIndexOf(2)
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('the record has no end')
  return padded.subarray(0, end)
}

function claimsOf(token: string, key: string): PushedTo['claims'] {
  const [head = '', body = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  if (point.length !== 65 || x === undefined || y === undefined) return null
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const signed = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const
  const isRight = verify('sha256', Buffer.from(`${head}.${body}`), signed, Buffer.from(signature, 'base64url'))
  return isRight ? (JSON.parse(Buffer.from(body, 'base64url').toString()) as PushedTo['claims']) : null
}
