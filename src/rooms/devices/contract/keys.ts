// Keys, signatures and nonces as they travel, the claim that pairs a device, and the token of each connection.
import { z } from 'zod'
import { harnessSchema, labelSchema, tagsSchema } from '../contract.ts'

const base64url = (bytes: number) => {
  const characters = Math.ceil((bytes * 4) / 3)
  return z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${characters}}$`), `must be ${bytes} bytes in base64url`)
}

/** The 32 raw bytes of an Ed25519 public key, base64url. */
export const publicKeySchema = base64url(32)
/** An Ed25519 signature, base64url. */
export const signatureSchema = base64url(64)
/** At least 16 random bytes, base64url. */
export const nonceSchema = z.string().regex(/^[A-Za-z0-9_-]{22,128}$/, 'must be at least 16 bytes in base64url')

/** The protocols that one side speaks, both ends included. */
export const protocolRangeSchema = z
  .object({ min: z.number().int().min(1), max: z.number().int().min(1) })
  .refine(({ min, max }) => min <= max, { error: 'has a min above its max' })
export type ProtocolRange = z.infer<typeof protocolRangeSchema>

/** What this program speaks. */
export const ownProtocols: ProtocolRange = { min: 1, max: 1 }

/** POST /api/auth/devices/claim, without its signature: what that covers. */
export const claimFieldsSchema = z.strictObject({
  public_key: publicKeySchema,
  /** The device's own recipient of age-encrypted files, `age1…`. */
  age_recipient: z.string().regex(/^age1[02-9ac-hj-np-z]{58}$/, 'must be an age recipient, age1…'),
  label: labelSchema.nullable(),
  hostname: z.string().min(1).max(255),
  private_ip: z.union([z.ipv4(), z.ipv6()]).nullable(),
  platform: z.string().min(1).max(100),
  version: z.string().min(1).max(100),
  protocol: protocolRangeSchema,
  capabilities: tagsSchema,
  installedHarnesses: z.array(harnessSchema).max(harnessSchema.options.length),
  nonce: nonceSchema,
})
export type ClaimFields = z.infer<typeof claimFieldsSchema>

/** POST /api/auth/devices/claim, with the pairing code as `Authorization: Bearer pair_<code>`. */
export const claimRequestSchema = claimFieldsSchema.extend({ signature: signatureSchema })
export type ClaimRequest = z.infer<typeof claimRequestSchema>

/** The hub as it answers a claim; the signature covers the claim's nonce and the device's key. */
export const hubIdentitySchema = z.object({ id: z.string(), public_key: publicKeySchema, signature: signatureSchema })
export type HubIdentity = z.infer<typeof hubIdentitySchema>

/** What the daemon reads of the answer to its claim; a newer hub may tell more of the device. */
export const claimedSchema = z.object({
  device: z.object({ id: z.string().min(1).max(100), label: z.string() }),
  hub: hubIdentitySchema,
})
export type Claimed = z.infer<typeof claimedSchema>

/** The one algorithm of tokens: a reader that takes no other can't be confused. */
export const tokenAlgorithm = 'EdDSA'
/** What tells a device's token from any other. */
export const tokenType = 'orrery-device+jwt'

/** The header of a device's token, to the letter. */
export const tokenHeaderSchema = z.strictObject({
  alg: z.literal(tokenAlgorithm),
  typ: z.literal(tokenType),
  /** The RFC 7638 thumbprint of the device's key. */
  kid: z.string(),
})

/** Longest life that a token may give itself, in seconds. Its nonce alone says whether it is fresh: clocks need not agree. */
export const tokenLifeSeconds = 120

/** The claims of a device's token. */
export const tokenClaimsSchema = z
  .object({
    iss: z.string(),
    sub: z.string(),
    /** `orrery:<hub id>` */
    aud: z.string(),
    iat: z.number().int(),
    exp: z.number().int(),
    /** The hub's nonce; left out in a first try, which asks for one. */
    nonce: nonceSchema.optional(),
    /** The daemon's own nonce: a refusal that says `revoked` signs it. */
    jti: nonceSchema,
  })
  .refine(({ iat, exp }) => exp > iat && exp - iat <= tokenLifeSeconds, { error: 'lives too long, or not at all' })
export type TokenClaims = z.infer<typeof tokenClaimsSchema>

/** The body of a 401 at /ws/device, as much of it as a daemon reads. */
export const deviceRefusalSchema = z.object({
  error: z.string(),
  reason: z.string().catch(''),
  hint: z.string().optional(),
  /** With `nonce_needed`: good once, for 60 s. */
  nonce: nonceSchema.optional(),
  /** The hub's time, for people alone whose clock is off. */
  time: z.string().optional(),
  protocol: protocolRangeSchema.optional(),
  /** With `revoked`: the hub's signature, without which nobody is revoked. */
  signature: signatureSchema.optional(),
})
export type DeviceRefusal = z.infer<typeof deviceRefusalSchema>
