// The token by which a device opens its connection: signed anew for each try. It is three parts of text, which the hub's library
// judges; here one would load webcrypto and 2 MB into a daemon that has a key at hand.
import type { Signer } from '#platform/server/ed25519.ts'
import { tokenAlgorithm, tokenLifeSeconds, tokenType } from '../contract/keys.ts'
import { audienceOf } from '../core/keys/signed-texts.ts'

/** What stands in a token. */
export type TokenFacts = {
  readonly deviceId: string
  readonly hubId: string
  /** Null for a first try, which asks for one. */
  readonly hubNonce: string | null
  /** The daemon's own. */
  readonly nonce: string
  /** The thumbprint of the device's key. */
  readonly thumbprint: string
  readonly nowMs: number
}

/** A JSON Web Token in its compact form (RFC 7519). */
export function signToken(signer: Pick<Signer, 'sign'>, facts: TokenFacts): string {
  const { deviceId, hubId, hubNonce, nonce, thumbprint, nowMs } = facts
  const iat = Math.floor(nowMs / 1000)
  const claims = {
    ...(hubNonce === null ? {} : { nonce: hubNonce }),
    iss: deviceId,
    sub: deviceId,
    aud: audienceOf(hubId),
    iat,
    exp: iat + tokenLifeSeconds,
    jti: nonce,
  }
  const signed = `${partOf({ alg: tokenAlgorithm, typ: tokenType, kid: thumbprint })}.${partOf(claims)}`
  return `${signed}.${signer.sign(signed)}`
}

function partOf(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
