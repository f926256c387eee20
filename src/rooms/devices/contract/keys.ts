// Keys, signatures and nonces as they travel, and what both sides know of the token of each connection.
import { z } from 'zod'

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

/** The one algorithm of tokens: a reader that takes no other can't be confused. */
export const tokenAlgorithm = 'EdDSA'
/** What tells a device's token from any other. */
export const tokenType = 'orrery-device+jwt'

/** Longest life that a token may give itself, in seconds. Its nonce alone says whether it is fresh: clocks need not agree. */
export const tokenLifeSeconds = 120

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
