// The texts that hub and device sign for each other: each begins with what it is for, so that none passes for another.
import type { Json } from '#base/json.ts'
import type { ClaimFields } from '../../contract/claim.ts'

/** JSON with sorted keys and no blanks: one text for one value. */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return `{${entries.map(([key, part]) => `${JSON.stringify(key)}:${canonicalJson(part)}`).join(',')}}`
}

/** What the device signs to be paired; `origin` is the one that it dialed, so that nobody between can pass it on. */
export function claimText(origin: string, code: string, fields: ClaimFields): string {
  return `orrery.pair.v1\n${origin}\n${code}\n${canonicalJson(fields)}`
}

/** What the hub signs in its answer to a claim. */
export function claimAnswerText(nonce: string, devicePublicKey: string): string {
  return `orrery.claim.v1\n${nonce}\n${devicePublicKey}`
}

/** What the hub signs in `welcome`. */
export function welcomeText(nonce: string, deviceId: string): string {
  return `orrery.welcome.v1\n${nonce}\n${deviceId}`
}

/** What the hub signs when it says that a device is revoked. */
export function revokedText(nonce: string, deviceId: string): string {
  return `orrery.revoked.v1\n${nonce}\n${deviceId}`
}

/** What the RFC 7638 thumbprint of an Ed25519 key is the SHA-256 of. */
export function thumbprintText(publicKey: string): string {
  return canonicalJson({ crv: 'Ed25519', kty: 'OKP', x: publicKey })
}

/** The audience of tokens for a hub. */
export function audienceOf(hubId: string): string {
  return `orrery:${hubId}`
}
