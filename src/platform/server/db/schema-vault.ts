// The tables of the vault: names and ciphertext, and the public half of the recovery identity.

/** One row, once the vault is set up. */
export interface VaultRecoveryTable {
  id: number
  recipient: string
  created_at: string
}

export interface VaultCredentialsTable {
  id: string
  /** JSON: all of it in one value, so that no change leaves a mix. */
  credential: string
}
