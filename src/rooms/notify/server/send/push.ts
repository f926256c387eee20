// A push as browsers take it: encrypted for the one browser (RFC 8291), signed as this service (RFC 8292).
import { createECDH, createHash, randomBytes } from 'node:crypto'
import ece from 'http_ece'
import { importJWK, SignJWT } from 'jose'
import { hourMs, secondMs } from '#base/time.ts'
import type { PushPayload } from '../../contract.ts'
import type { PushKeys } from '../push-keys.ts'
import type { KeptSubscription } from '../subscriptions.ts'

/** A push service keeps what it can't deliver for so long. */
const keptS = 12 * 60 * 60
/** RFC 8292 allows a day. */
const tokenMs = 12 * hourMs

export type PushGiven = {
  readonly payload: PushPayload
  readonly keys: PushKeys
  /** Whom the push service may write to. */
  readonly contact: string
  readonly nowMs: number
}

export type PushRequest = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

export async function pushRequest(to: KeptSubscription, given: PushGiven): Promise<PushRequest> {
  const { payload, keys } = given
  const local = createECDH('prime256v1')
  local.generateKeys()
  const body = ece.encrypt(Buffer.from(JSON.stringify(payload)), {
    version: 'aes128gcm',
    privateKey: local,
    dh: to.p256dh,
    authSecret: to.auth,
    salt: randomBytes(16).toString('base64url'),
  })
  const token = await tokenFor(new URL(to.endpoint).origin, given)
  const headers = {
    'content-type': 'application/octet-stream',
    'content-encoding': 'aes128gcm',
    authorization: `vapid t=${token}, k=${keys.publicKey}`,
    ttl: String(keptS),
    // A phone that was off gets the last of what has one tag.
    topic: createHash('sha256').update(payload.tag).digest('base64url').slice(0, 32),
    urgency: payload.is_silent ? 'low' : 'high',
  }
  return { url: to.endpoint, headers, body }
}

async function tokenFor(audience: string, { keys, contact, nowMs }: PushGiven): Promise<string> {
  const key = await importJWK(keys.jwk, 'ES256')
  return await new SignJWT({ aud: audience, sub: contact })
    .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
    .setExpirationTime(Math.floor((nowMs + tokenMs) / secondMs))
    .sign(key)
}
