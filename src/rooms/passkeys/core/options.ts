// What a browser is asked for: to make a passkey, and to sign with one.
import type { LoginOptions, RegisterOptions } from '../contract.ts'

/** How long a person may take. Minutes: a phone has to be found, a finger to be cleaned. */
export const challengeLifetimeMs = 5 * 60_000

/** Ed25519, ES256 and RS256, by their numbers in COSE: what authenticators have. */
export const algorithms: readonly number[] = [-8, -7, -257]

type Registration = {
  readonly host: string
  readonly origin: string
  readonly challenge: string
  /** In base64url: by it an authenticator replaces an older passkey of this service. */
  readonly userHandle: string
  /** Credentials that are kept already: no authenticator makes a second one. */
  readonly known: readonly string[]
}

/** The passkey is found without a name to type, and asks for the person each time. */
export function registrationOptions({ host, origin, challenge, userHandle, known }: Registration) {
  const name = `Orrery at ${origin.replace(/^https?:\/\//, '')}`
  const options: RegisterOptions['options'] = {
    rp: { id: host, name: 'Orrery' },
    user: { id: userHandle, name, displayName: name },
    challenge,
    pubKeyCredParams: algorithms.map((alg) => ({ alg, type: 'public-key' })),
    timeout: challengeLifetimeMs,
    excludeCredentials: known.map((id) => ({ id, type: 'public-key' })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  }
  return { options }
}

/** It names no passkey: which ones there are is told to nobody without a login. */
export function loginOptions(host: string, challenge: string): LoginOptions {
  return { options: { rpId: host, challenge, timeout: challengeLifetimeMs, userVerification: 'required' } }
}
