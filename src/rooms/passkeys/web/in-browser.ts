// What this browser can do with passkeys at this address, and asking it to make one or to sign with one.
import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { err, ok, type Result } from '#base/result.ts'
import { call } from '#platform/web/api/call.ts'
import { readProblem, type Problem } from '#platform/web/api/problem.ts'
import { keepToken } from '#platform/web/auth/token.ts'
import { addPasskey, beginLogin, beginPasskey, logInByPasskey } from '../api.ts'
import type { Passkey, PasskeyLogin, NewPasskey } from '../contract.ts'
import { atLocalhost } from '../core/site.ts'

/** `elsewhere`: the same service at an address where browsers take them. */
export type Ability =
  | { readonly kind: 'here' }
  | { readonly kind: 'elsewhere'; readonly address: string }
  | { readonly kind: 'nowhere'; readonly why: string }

export function ability(): Ability {
  const address = atLocalhost(location.href)
  if (address !== null) return { kind: 'elsewhere', address }
  if (!globalThis.isSecureContext)
    return { kind: 'nowhere', why: 'Browsers take passkeys by HTTPS and at localhost alone.' }
  return 'PublicKeyCredential' in globalThis
    ? { kind: 'here' }
    : { kind: 'nowhere', why: 'This browser has no passkeys.' }
}

/** Asks the device of the person to make one; null where they changed their mind. */
export async function register(name: string): Promise<Result<Passkey | null, Problem>> {
  const begun = await call(beginPasskey)
  if (!begun.ok) return begun
  const made = await ask(() => startRegistration({ optionsJSON: begun.value.options }))
  if (!made.ok) return made
  if (made.value === null) return ok(null)
  const { id, rawId, response } = made.value
  const { clientDataJSON, attestationObject } = response
  const body: NewPasskey = {
    ...(name.trim() === '' ? {} : { name: name.trim() }),
    response: { id, rawId, type: 'public-key', response: { clientDataJSON, attestationObject } },
  }
  const answer = await call(addPasskey, { body })
  return answer.ok ? ok(answer.value.passkey) : answer
}

/** Signs this browser in; false where the person changed their mind. */
export async function signInByPasskey(): Promise<Result<boolean, Problem>> {
  const begun = await call(beginLogin)
  if (!begun.ok) return begun
  const signed = await ask(() => startAuthentication({ optionsJSON: begun.value.options }))
  if (!signed.ok) return signed
  if (signed.value === null) return ok(false)
  const { id, rawId, response } = signed.value
  const { clientDataJSON, authenticatorData, signature } = response
  const body: PasskeyLogin = {
    response: { id, rawId, type: 'public-key', response: { clientDataJSON, authenticatorData, signature } },
  }
  const answer = await call(logInByPasskey, { body })
  if (!answer.ok) return answer
  keepToken(answer.value.token)
  return ok(true)
}

/** Null where the person changed their mind, or took too long. */
async function ask<T>(start: () => Promise<T>): Promise<Result<T | null, Problem>> {
  try {
    return ok(await start())
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    if (name === 'NotAllowedError' || name === 'AbortError') return ok(null)
    return err(
      readProblem({ status: 400, body: name === 'InvalidStateError' ? isKnown : refused(error), requestId: null }),
    )
  }
}

const isKnown = {
  error: 'conflict',
  reason: 'This device has a passkey of this service already.',
  hint: 'It stands in the list below.',
}

const refused = (error: unknown) => ({
  error: 'invalid_request',
  reason: `This browser made no passkey: ${error instanceof Error ? error.message : String(error)}`,
  hint: 'Try another browser, or sign in with a link.',
})
