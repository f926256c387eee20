// What an authenticator signed, checked by SimpleWebAuthn. Loaded with the first passkey that is made or used.
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import type { PasskeyLogin, NewPasskey } from '../contract.ts'
import { algorithms } from '../core/options.ts'
import type { Site } from '../core/site.ts'
import type { KeptPasskey } from './store.ts'

type Expected = Site & { readonly challenge: string }

/** What is kept of a passkey that was made. */
export type Made = Pick<KeptPasskey, 'credentialId' | 'publicKey' | 'counter' | 'is_synced'>

/** Null for one that does not hold: another origin, host or challenge, no person, a signature that is none. */
export async function madePasskey({ response }: NewPasskey, expected: Expected): Promise<Made | null> {
  const { clientDataJSON, attestationObject } = response.response
  const { verified, registrationInfo } = await orNothing(() =>
    verifyRegistrationResponse({
      response: toChecked(response, { clientDataJSON, attestationObject }),
      expectedChallenge: expected.challenge,
      expectedOrigin: expected.origin,
      expectedRPID: expected.host,
      requireUserVerification: true,
      supportedAlgorithmIDs: [...algorithms],
    }),
  )
  if (!verified || registrationInfo === undefined) return null
  const { credential, credentialBackedUp } = registrationInfo
  return {
    credentialId: credential.id,
    publicKey: credential.publicKey,
    counter: credential.counter,
    is_synced: credentialBackedUp,
  }
}

/** The counter that the signature bears; null for one that does not hold. */
export async function signedCounter(
  { response }: PasskeyLogin,
  { credentialId, publicKey }: KeptPasskey,
  expected: Expected,
): Promise<number | null> {
  const { clientDataJSON, authenticatorData, signature } = response.response
  const { verified, authenticationInfo } = await orNothing(() =>
    verifyAuthenticationResponse({
      response: toChecked(response, { clientDataJSON, authenticatorData, signature }),
      expectedChallenge: expected.challenge,
      expectedOrigin: expected.origin,
      expectedRPID: expected.host,
      requireUserVerification: true,
      // What the counter tells is decided by us: whether it fell is said to the person.
      credential: { id: credentialId, publicKey, counter: 0 },
    }),
  )
  return verified && authenticationInfo !== undefined ? authenticationInfo.newCounter : null
}

type Said = { readonly id: string; readonly rawId: string; readonly type: 'public-key' }

/** What else a browser tells decides nothing, so that it is not handed on. */
function toChecked<T>({ id, rawId, type }: Said, response: T) {
  return { id, rawId, type, clientExtensionResults: {}, response }
}

type Nothing = {
  readonly verified: false
  readonly registrationInfo?: undefined
  readonly authenticationInfo?: undefined
}

/** It throws whatever the bytes of a stranger make it find, in no form that could be told apart. */
async function orNothing<T>(verify: () => Promise<T>): Promise<T | Nothing> {
  try {
    return await verify()
  } catch {
    // Why it does not hold helps whoever forges alone.
    return { verified: false }
  }
}
