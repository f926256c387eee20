// The routes of the vault: fabric mode alone, and credentials for each.
import { route } from '#platform/route.ts'
import type {
  CredentialAnswer,
  CredentialChange,
  CredentialRemoved,
  NewCredential,
  RecipientRevoked,
  SetupRequest,
  Vault,
} from './contract.ts'

const access = 'authenticated'

/** Names, ciphertext, who reads what, and which devices can be encrypted to. */
export const readVault = route<{ answer: Vault }>()({ method: 'GET', path: '/api/vault', access })

/** Keeps the public half of the recovery identity. Refuses `conflict` where credentials are encrypted to another. */
export const setUpVault = route<{ body: SetupRequest; answer: Vault }>()({
  method: 'POST',
  path: '/api/vault/setup',
  access,
})

/** Keeps a credential that was encrypted by whoever asks. */
export const addCredential = route<{ body: NewCredential; answer: CredentialAnswer }>()({
  method: 'POST',
  path: '/api/vault/credentials',
  access,
})

/** Changes one: all of it or nothing. Refuses `changed_elsewhere` for one that was made from an older state. */
export const changeCredential = route<{ body: CredentialChange; answer: CredentialAnswer }>()({
  method: 'PUT',
  path: '/api/vault/credentials/:id',
  access,
})

/** Removes one for good. */
export const removeCredential = route<{ answer: CredentialRemoved }>()({
  method: 'DELETE',
  path: '/api/vault/credentials/:id',
  access,
})

/** Hands a device nothing more, and marks what it could read. */
export const revokeRecipient = route<{ answer: RecipientRevoked }>()({
  method: 'DELETE',
  path: '/api/vault/recipients/:id',
  access,
})
