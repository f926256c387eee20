// Wire types of passkeys: what a browser is asked for, what its authenticator answers, and the passkeys that sign in.
import { z } from 'zod'
import { jsonSchema, timestampSchema } from '#platform/contract.ts'

/** Longest name of a passkey, in characters. */
export const nameLimit = 80

/** A passkey that signs in. Its key is never told: nobody but this service has a use for it. */
export const passkeySchema = z.object({
  id: z.string(),
  name: z.string(),
  /** The name of this service in the address, which the passkey is good for and for no other. */
  host: z.string(),
  /** Whether its maker may carry it to other devices of the person. */
  is_synced: z.boolean(),
  created_at: timestampSchema,
  last_used_at: timestampSchema.nullable(),
})
export type Passkey = Readonly<z.infer<typeof passkeySchema>>

/** Those that sign in, the oldest first. */
export const passkeyListSchema = z.object({ passkeys: z.array(passkeySchema) })
/** The answer of the list. */
export type PasskeyList = z.infer<typeof passkeyListSchema>

/** One passkey, as it is after the request. */
export const passkeyAnswerSchema = z.object({ passkey: passkeySchema })
export type PasskeyAnswer = z.infer<typeof passkeyAnswerSchema>

/** What authenticators write: bytes in base64url. An answer with a whole chain of certificates stays below. */
const bytesSchema = z
  .string()
  .min(1)
  .max(30_000)
  .regex(/^[\w-]+={0,2}$/, 'must be base64url')

const nameSchema = z.string().trim().min(1).max(nameLimit)
const typeSchema = z.literal('public-key')

/** What a browser is asked to make (WebAuthn, PublicKeyCredentialCreationOptionsJSON). */
export const registerOptionsSchema = z.object({
  options: z.object({
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    challenge: z.string(),
    pubKeyCredParams: z.array(z.object({ alg: z.number().int(), type: typeSchema })),
    /** Milliseconds. */
    timeout: z.number().int(),
    excludeCredentials: z.array(z.object({ id: z.string(), type: typeSchema })),
    authenticatorSelection: z.object({
      residentKey: z.literal('required'),
      requireResidentKey: z.literal(true),
      userVerification: z.literal('required'),
    }),
    attestation: z.literal('none'),
  }),
})
/** The answer of the routes that begin a registration. */
export type RegisterOptions = z.infer<typeof registerOptionsSchema>

/** What a browser is asked to sign (WebAuthn, PublicKeyCredentialRequestOptionsJSON). */
export const loginOptionsSchema = z.object({
  options: z.object({
    rpId: z.string(),
    challenge: z.string(),
    /** Milliseconds. */
    timeout: z.number().int(),
    userVerification: z.literal('required'),
  }),
})
/** The answer of the route that begins a login. */
export type LoginOptions = z.infer<typeof loginOptionsSchema>

const answerFields = {
  id: bytesSchema,
  rawId: bytesSchema,
  type: typeSchema,
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
  clientExtensionResults: z.record(z.string(), jsonSchema).optional(),
}

/** A passkey as `navigator.credentials.create` makes it, in JSON. `name`: what a person calls it. */
export const newPasskeySchema = z.strictObject({
  name: nameSchema.optional(),
  response: z.strictObject({
    ...answerFields,
    response: z.strictObject({
      clientDataJSON: bytesSchema,
      attestationObject: bytesSchema,
      authenticatorData: bytesSchema.optional(),
      publicKey: bytesSchema.optional(),
      publicKeyAlgorithm: z.number().int().optional(),
      transports: z.array(z.string().max(40)).max(10).optional(),
    }),
  }),
})
export type NewPasskey = z.infer<typeof newPasskeySchema>

/** What `navigator.credentials.get` signed, in JSON. */
export const passkeyLoginSchema = z.strictObject({
  response: z.strictObject({
    ...answerFields,
    response: z.strictObject({
      clientDataJSON: bytesSchema,
      authenticatorData: bytesSchema,
      signature: bytesSchema,
      userHandle: bytesSchema.optional(),
    }),
  }),
})
export type PasskeyLogin = z.infer<typeof passkeyLoginSchema>

/** Gives a passkey another name. */
export const renameSchema = z.strictObject({ name: nameSchema })
export type Rename = z.infer<typeof renameSchema>
