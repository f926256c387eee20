// The claim that pairs a device.
import { z } from 'zod'
import { harnessSchema, labelSchema, tagsSchema } from '../contract.ts'
import { nonceSchema, protocolRangeSchema, publicKeySchema, signatureSchema } from './keys.ts'

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
