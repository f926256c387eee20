// Judges the token of a device before its socket is opened.
import { decodeJwt, errors, importJWK, jwtVerify, type JWTHeaderParameters } from 'jose'
import { err, ok, type Result } from '#base/result.ts'
import { toIso } from '#base/time.ts'
import type { Refusal } from '#platform/contract.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Timers } from '#platform/server/timers.ts'
import { ownProtocols, tokenAlgorithm, tokenType } from '../contract/keys.ts'
import { tokenClaimsSchema, tokenHeaderSchema, type TokenClaims } from '../contract/token.ts'
import { otherHubRefusal, type OtherHub } from '../core/keys/other-hub.ts'
import { audienceOf, revokedText } from '../core/keys/signed-texts.ts'
import type { DeviceBook } from './device-book.ts'
import { thumbprintOf, type HubIdentityKey } from './identity/hub-identity.ts'
import type { Nonces } from './nonces.ts'

export type AdmitParts = {
  readonly book: Pick<DeviceBook, 'get'>
  readonly hub: HubIdentityKey
  /** The other nodes have another key, which the device may know. */
  readonly other: OtherHub | null
  readonly nonces: Nonces
  readonly clock: Clock
  readonly timers: Timers
}

/**
 * The id of the device whose token it is. Whoever comes without a good nonce of ours gets one with the refusal
 * (`nonce_needed`); `revoked` is said only to who holds the revoked key, and signed for its own nonce. Never rejects for
 * what a caller sends.
 */
export async function admitDevice(parts: AdmitParts, bearer: string | null): Promise<Result<string, Refusal>> {
  const { book, hub, other, nonces, timers } = parts
  if (bearer === null) return err(nonceNeeded(parts))
  const claims = await verifyToken(parts, bearer)
  // Read after the wait: it may have been revoked meanwhile.
  const device = claims === null ? null : book.get(claims.sub)
  if (claims === null || device === null) return err(other === null ? noDevice : otherHubRefusal(other))
  if (!nonces.use(claims.nonce ?? '', timers.passedMs())) return err(nonceNeeded(parts))
  if (device.revoked_at === null) return ok(device.id)
  return err({ ...isRevoked, extra: { signature: hub.sign(revokedText(claims.jti, device.id)) } })
}

/** The claims of a token that a paired device signed for this hub, a revoked one too; null for anything else. */
async function verifyToken({ book, hub }: AdmitParts, token: string): Promise<TokenClaims | null> {
  try {
    const { sub = '', iat = Number.NaN } = decodeJwt(token)
    const keyOf = async (header: JWTHeaderParameters) => {
      const key = book.get(sub)?.public_key
      if (key === undefined || !tokenHeaderSchema.safeParse(header).success || header.kid !== thumbprintOf(key))
        throw new errors.JWKSNoMatchingKey()
      return await importJWK({ kty: 'OKP', crv: 'Ed25519', x: key }, tokenAlgorithm)
    }
    const { payload } = await jwtVerify(token, keyOf, {
      algorithms: [tokenAlgorithm],
      typ: tokenType,
      issuer: sub,
      subject: sub,
      audience: audienceOf(hub.id),
      // Its nonce says whether it is fresh. Clocks need not agree, so its life is measured by its own.
      currentDate: new Date(iat * 1000),
    })
    return tokenClaimsSchema.safeParse(payload).data ?? null
  } catch {
    // Of a token that is none in whatever way: nothing that a stranger sends is worth more than a refusal.
    return null
  }
}

function nonceNeeded({ nonces, clock, timers }: AdmitParts): Refusal {
  return {
    error: 'nonce_needed',
    reason: 'The token has to repeat a nonce of this hub, which comes with this answer.',
    hint: 'Sign another token with it, within a minute: it is good once.',
    extra: { nonce: nonces.issue(timers.passedMs()), time: toIso(clock.now()), protocol: ownProtocols },
  }
}

const noDevice: Refusal = {
  error: 'unauthenticated',
  reason: 'This is no token of a device that is paired with this hub.',
  hint: 'If the device was paired with it once, its database was replaced since: unpair the device and pair it again.',
}

const isRevoked: Refusal = {
  error: 'revoked',
  reason: 'This device was revoked.',
  hint: 'Pair it again with a new code if it is to come back.',
}
