// The daemon's own folder: its keys, what it is paired with, and what it does now. All of it for its owner alone.
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { recipientText } from '#base/recipient-text.ts'
import { loadSigner, readSigner, type Signer } from '#platform/server/ed25519.ts'
import { readPrivateFile } from '#platform/server/files/private-file.ts'
import { writeAtomicSync } from '#platform/server/files/write-atomic.ts'
import type { RecipientProof } from '../contract/from-device.ts'
import { publicKeySchema } from '../contract/keys.ts'

/** `$SERVICE_HOME/device`, so that a daemon can live beside a service. */
export const deviceFolder = (serviceHome: string): string => join(serviceHome, 'device')

/** The daemon's runs and their spool. */
export const runsFile = (folder: string): string => join(folder, 'runs.db')

/** Of its own, so that it lives beside a service. */
export const deviceTmuxSocket = 'orrery-device'

const pairedSchema = z.object({
  device_id: z.string().min(1),
  label: z.string(),
  /** The origin to dial. */
  hub_url: z.url(),
  hub_id: z.string().min(1),
  /** No other hub is ever believed. */
  hub_public_key: publicKeySchema,
  paired_at: z.string(),
})
/** What this machine is paired with. */
export type Paired = z.infer<typeof pairedSchema>

/** What a daemon does, for `orrery daemon status`. */
export const daemonStates = ['starting', 'connected', 'waiting', 'revoked', 'stopped'] as const
const statusSchema = z.object({
  pid: z.number().int(),
  state: z.enum(daemonStates),
  since: z.string(),
  /** Why it is not connected, and what to do; null while it is. */
  reason: z.string().nullable(),
  hint: z.string().nullable(),
})
export type DaemonStatus = z.infer<typeof statusSchema>

const files = {
  paired: 'paired.json',
  status: 'status.json',
  hubs: 'hubs.json',
  key: 'device-key',
  identity: 'age-identity',
} as const

export function readPaired(folder: string): Paired | null {
  return readJson(join(folder, files.paired), pairedSchema)
}

export function writePaired(folder: string, paired: Paired): void {
  writeAtomicSync(join(folder, files.paired), `${JSON.stringify(paired, null, 2)}\n`)
}

const hubsSchema = z.array(z.url())

/** Where the nodes of the hub are, as they were told last; none where it has one. */
export function readHubs(folder: string): readonly string[] {
  return readJson(join(folder, files.hubs), hubsSchema) ?? []
}

export function writeHubs(folder: string, addresses: readonly string[]): void {
  writeAtomicSync(join(folder, files.hubs), `${JSON.stringify(addresses)}\n`)
}

export function readStatus(folder: string): DaemonStatus | null {
  return readJson(join(folder, files.status), statusSchema)
}

export function writeStatus(folder: string, status: DaemonStatus): void {
  writeAtomicSync(join(folder, files.status), `${JSON.stringify(status)}\n`)
}

/** The keys of this machine, made when there are none: one to sign with, and apart from it one for secrets. */
export async function loadKeys(folder: string): Promise<{ readonly signer: Signer; readonly ageRecipient: string }> {
  const signer = loadSigner(join(folder, files.key))
  return { signer, ageRecipient: await loadRecipient(join(folder, files.identity)) }
}

/** What this machine's secrets are encrypted to, signed for that hub. An identity is made where there is none. */
export async function proveRecipient(
  folder: string,
  { hub_id, device_id }: Pick<Paired, 'hub_id' | 'device_id'>,
): Promise<RecipientProof> {
  const signer = loadSigner(join(folder, files.key))
  const path = join(folder, files.identity)
  // The file tells its recipient: a daemon at rest does without the library.
  const told = /^# public key: (?<recipient>age1\S+)$/m.exec(readPrivateFile(path) ?? '')?.groups?.recipient
  const recipient = told ?? (await loadRecipient(path))
  return {
    recipient,
    public_key: signer.publicKey,
    signature: signer.sign(recipientText(hub_id, device_id, recipient)),
  }
}

/** What opens secrets here; null where there is none. */
export function readIdentity(folder: string): string | null {
  return identityIn(readPrivateFile(join(folder, files.identity)))
}

/** Null where this machine has none. */
export function readKey(folder: string): Signer | null {
  return readSigner(join(folder, files.key))
}

/** Keys and pairing go; the next pairing makes new ones. */
export function forgetPairing(folder: string): void {
  for (const file of Object.values(files)) rmSync(join(folder, file), { force: true })
}

/** A file as age writes them, so that its tools read it too. Throws for a file that holds no identity. */
async function loadRecipient(path: string): Promise<string> {
  // Only who makes an identity comes here: a daemon that runs does without the library.
  const { generateX25519Identity, identityToRecipient } = await import('age-encryption')
  const known = identityIn(readPrivateFile(path))
  if (known !== null) return await identityToRecipient(known)
  const identity = await generateX25519Identity()
  const recipient = await identityToRecipient(identity)
  writeAtomicSync(path, `# public key: ${recipient}\n${identity}\n`)
  return recipient
}

function identityIn(text: string | null): string | null {
  return /^AGE-SECRET-KEY-1\S+$/m.exec(text ?? '')?.[0] ?? null
}

/** Null for a file that is missing or was damaged. Throws for a symbolic link. */
function readJson<T>(path: string, schema: z.ZodType<T>): T | null {
  const text = readPrivateFile(path)
  if (text === null) return null
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

/** A nonce of ours. */
export function newNonce(): string {
  return randomBytes(16).toString('base64url')
}
