// The token by which a device opens its connection: signed anew for each try.
import { SignJWT } from 'jose'
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

export async function signToken({ privateKey }: Pick<Signer, 'privateKey'>, facts: TokenFacts): Promise<string> {
  const iat = Math.floor(facts.nowMs / 1000)
  return await new SignJWT(facts.hubNonce === null ? {} : { nonce: facts.hubNonce })
    .setProtectedHeader({ alg: tokenAlgorithm, typ: tokenType, kid: facts.thumbprint })
    .setIssuer(facts.deviceId)
    .setSubject(facts.deviceId)
    .setAudience(audienceOf(facts.hubId))
    .setIssuedAt(iat)
    .setExpirationTime(iat + tokenLifeSeconds)
    .setJti(facts.nonce)
    .sign(privateKey)
}
