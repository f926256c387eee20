// Encrypting, opening and checking in this browser: no value and no identity leaves it.
import * as age from 'age-encryption'
import { fromBase64url } from '#base/base64url.ts'
import { fingerprintOf } from '#base/fingerprint.ts'
import { recipientIn } from '#base/recipient-text.ts'
import type { RecipientView } from '../contract.ts'
import { open, seal } from '../core/seal.ts'

export const sealHere = (value: string, recipients: readonly string[]): Promise<string> => seal(age, value, recipients)
export const openHere = (ciphertext: string, identity: string): Promise<string | null> =>
  open(age, ciphertext, identity)

/** An identity that was never anywhere else. */
export async function makeIdentity(): Promise<{ readonly identity: string; readonly recipient: string }> {
  const identity = await age.generateX25519Identity()
  return { identity, recipient: await age.identityToRecipient(identity) }
}

/** Whom it opens for; null for what is no identity after all. */
export const recipientHere = (identity: string): Promise<string | null> =>
  age.identityToRecipient(identity).catch(() => null)

/** The six words of the key that signed a device's recipient; null where it did not, so that nothing is encrypted to it. */
export async function wordsOf({ recipient, public_key: key, proof }: RecipientView): Promise<readonly string[] | null> {
  const [raw, signature] = [fromBase64url(key), fromBase64url(proof.signature)]
  if (raw === null || signature === null || recipientIn(proof.text) !== recipient) return null
  try {
    const publicKey = await crypto.subtle.importKey('raw', new Uint8Array(raw), 'Ed25519', false, ['verify'])
    const text = new TextEncoder().encode(proof.text)
    const isSigned = await crypto.subtle.verify('Ed25519', publicKey, new Uint8Array(signature), text)
    if (!isSigned) return null
    return fingerprintOf(new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(raw))))
  } catch {
    // No key of that kind, or a browser that knows none.
    return null
  }
}
