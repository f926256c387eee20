// What the vault needs of devices.
import type { Harness } from '#base/harness/adapter.ts'
import type { RecipientView } from '../contract.ts'

/** Devices as the vault sees them. */
export type VaultPorts = {
  /** Those that are paired and have proven a recipient. */
  readonly recipients: () => readonly Omit<RecipientView, 'reads'>[]
  /** Those of the other services that share the tables. Rejects when they can't be read. */
  readonly machines: () => Promise<readonly Omit<RecipientView, 'reads'>[]>
  /** What a device is called, a revoked one too; null for one that is not known. */
  readonly nameOf: (deviceId: string) => string | null
  /** Says what devices are handed, from now on; called once. */
  readonly serveBy: (vault: DevicesVault) => void
}

/** The vault as devices see it. */
export type DevicesVault = {
  /** What a session on a device gets: ciphertexts by the name of their variable. */
  readonly credentialsFor: (deviceId: string, harness: Harness) => Record<string, string>
  /** How many credentials a device reads. */
  readonly readsOf: (deviceId: string) => number
  /** A device was revoked: it reads nothing any more. Rejects with `StorageError`. */
  readonly revoked: (deviceId: string) => Promise<void>
}
