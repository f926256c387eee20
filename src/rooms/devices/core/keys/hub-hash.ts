// What a pairing command carries of the hub's key: enough that nobody finds another key with the same.
import { toBase64url } from '#base/base64url.ts'

const hashBytes = 16

/** `keyHash` is the SHA-256 of the raw public key. */
export function hubHashOf(keyHash: Uint8Array): string {
  return toBase64url(keyHash.subarray(0, hashBytes))
}
