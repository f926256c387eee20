// The token of a device's connection, as the hub judges it. A daemon writes one and reads none.
import { z } from 'zod'
import { nonceSchema, tokenAlgorithm, tokenLifeSeconds, tokenType } from './keys.ts'

/** The header of a device's token, to the letter. */
export const tokenHeaderSchema = z.strictObject({
  alg: z.literal(tokenAlgorithm),
  typ: z.literal(tokenType),
  /** The RFC 7638 thumbprint of the device's key. */
  kid: z.string(),
})

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
