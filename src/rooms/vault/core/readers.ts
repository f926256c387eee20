// Who reads what: which credentials go to a session, and which of them would stand in each other's way.
import type { Harness } from '#base/harness/adapter.ts'
import type { Credential, CredentialReader } from '../contract.ts'

/** A start of a session on a device. `allowlist`: the variables that its harness may get from the vault. */
export type Start = {
  readonly device: CredentialReader
  readonly harness: Harness
  readonly allowlist: readonly string[]
}

type Readable = Pick<Credential, 'env_name' | 'harnesses' | 'recipients' | 'ciphertext'>

/**
 * The ciphertexts of a start by the name of their variable: those that the device may read by the recipient that it has now,
 * that name the harness, and whose variable the harness's allowlist names. The local model gets none, whatever is configured.
 */
export function credentialsFor(
  credentials: readonly Readable[],
  { device, harness, allowlist }: Start,
): Record<string, string> {
  if (harness === 'mother-llm') return {}
  const handed = credentials.filter(
    ({ env_name: name, harnesses, recipients }) =>
      harnesses.some((each) => each === harness) && allowlist.includes(name) && isReader(recipients, device),
  )
  return Object.fromEntries(handed.map(({ env_name: name, ciphertext }) => [name, ciphertext]))
}

/** Whether it is encrypted to that very recipient of the device: one that made itself a new key reads nothing yet. */
export function isReader(recipients: readonly CredentialReader[], { id, recipient }: CredentialReader): boolean {
  return recipients.some((each) => each.id === id && each.recipient === recipient)
}

type Named = Pick<Credential, 'id' | 'name' | 'env_name' | 'harnesses' | 'recipients'>

/** Another credential that would set the same variable for the same harness on the same device; null when there is none. */
export function clashOf(all: readonly Named[], wanted: Named): Named | null {
  const { id, env_name: name, harnesses, recipients } = wanted
  const clashing = all.find(
    (other) =>
      other.id !== id &&
      other.env_name === name &&
      other.harnesses.some((harness) => harnesses.includes(harness)) &&
      other.recipients.some((one) => recipients.some((each) => each.id === one.id)),
  )
  return clashing ?? null
}
