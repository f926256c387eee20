// Wire types of the vault: credentials that only devices and their person can read. The hub has names and ciphertext.
import { z } from 'zod'
import { harnesses } from '#base/harness/adapter.ts'
import { isRecipient } from '#base/recipient-text.ts'
import { timestampSchema } from '#platform/contract.ts'

/** Longest ciphertext of one credential, in characters: many of them fit into one start of a session. */
export const ciphertextLimit = 16_384
/** Most credentials of a vault. */
export const mostCredentials = 200

const recipientSchema = z.string().refine(isRecipient, { error: 'must be an age recipient, age1…' })

/** Those that a credential may be handed to. The local model is none of them. */
export const handedTo = harnesses.filter((name) => name !== 'mother-llm')
const handedSchema = z.enum(handedTo, {
  error: `must be one of ${handedTo.join(', ')}; mother-llm is never handed a credential`,
})

/** A device that a credential is encrypted to, and by which recipient of it. */
export const credentialReaderSchema = z.strictObject({ id: z.string().min(1).max(100), recipient: recipientSchema })
export type CredentialReader = z.infer<typeof credentialReaderSchema>

/** A device that could read the present value, and until when the hub handed it out. */
export const exposureSchema = z.object({ id: z.string(), label: z.string(), until: timestampSchema })
export type Exposure = z.infer<typeof exposureSchema>

const names = {
  /** What people call it. */
  name: z.string().trim().min(1).max(100),
  /** The variable that a session finds it under. */
  env_name: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must be letters, digits and _, not beginning with a digit')
    .max(100),
  /** Which programs it is handed to; one whose allowlist does not name the variable gets nothing all the same. */
  harnesses: z.array(handedSchema).max(handedTo.length),
}

/** An armored age file; the hub looks at its header alone. */
const ciphertext = z.string().max(ciphertextLimit)

/** A credential as the hub has it. Its value is nowhere but in what it is encrypted to. */
export const credentialSchema = z.object({
  id: z.string(),
  ...names,
  /** The recovery identity reads everything besides. */
  recipients: z.array(credentialReaderSchema),
  /** Who could read the present value and is not to any more; null when nobody. Only a new value clears it. */
  needs_rotation: z.array(exposureSchema).min(1).nullable(),
  ciphertext,
  /** Grows with each change: one that was made from an older state is refused. */
  revision: z.number().int(),
  created_at: timestampSchema,
  /** When it was given the value that it has. */
  changed_at: timestampSchema,
})
export type Credential = z.infer<typeof credentialSchema>

/** A device that can be encrypted to, with the proof that its recipient is its own. */
export const recipientViewSchema = z.object({
  id: z.string(),
  label: z.string(),
  is_local: z.boolean(),
  is_online: z.boolean(),
  recipient: z.string(),
  /** Signed by this key, whose six words the device shows, too. */
  public_key: z.string(),
  proof: z.object({ text: z.string(), signature: z.string() }),
  /** How many credentials it reads. */
  reads: z.number().int(),
})
export type RecipientView = z.infer<typeof recipientViewSchema>

/** GET /api/vault */
export const vaultSchema = z.object({
  /** Null until it is set up. */
  recovery: z.object({ recipient: z.string(), created_at: timestampSchema }).nullable(),
  credentials: z.array(credentialSchema),
  recipients: z.array(recipientViewSchema),
})
export type Vault = z.infer<typeof vaultSchema>

/** POST /api/vault/setup: the public half of the recovery identity, which its person alone has. */
export const setupRequestSchema = z.strictObject({ recovery_recipient: recipientSchema })
export type SetupRequest = z.infer<typeof setupRequestSchema>

/** POST /api/vault/credentials */
export const newCredentialSchema = z.strictObject({
  ...names,
  recipients: z.array(credentialReaderSchema).max(500),
  ciphertext,
})
export type NewCredential = z.infer<typeof newCredentialSchema>

/** PUT /api/vault/credentials/:id: what is left out stays. */
export const credentialChangeSchema = z
  .strictObject({
    /** Of the state that it was made from. */
    revision: z.number().int(),
    name: names.name.optional(),
    env_name: names.env_name.optional(),
    harnesses: names.harnesses.optional(),
    /** Further devices need a ciphertext that they can read. */
    recipients: z.array(credentialReaderSchema).max(500).optional(),
    ciphertext: ciphertext.optional(),
    /** Whether the ciphertext holds a new value, and not the old one for others. */
    value_changed: z.boolean().optional(),
  })
  .refine(({ ciphertext: text, value_changed: isNew }) => (text === undefined) === (isNew === undefined), {
    error: 'needs ciphertext and value_changed together, or neither',
  })
export type CredentialChange = z.infer<typeof credentialChangeSchema>

/** The answer of what changes one credential. */
export const credentialAnswerSchema = z.object({ credential: credentialSchema })
export type CredentialAnswer = z.infer<typeof credentialAnswerSchema>

/** DELETE /api/vault/credentials/:id */
export const credentialRemovedSchema = z.object({ ok: z.literal(true) })
export type CredentialRemoved = z.infer<typeof credentialRemovedSchema>

/** DELETE /api/vault/recipients/:id: what it could read, and now has to be given a new value. */
export const recipientRevokedSchema = z.object({ credentials: z.array(credentialSchema) })
export type RecipientRevoked = z.infer<typeof recipientRevokedSchema>
