// What the dialogs of the vault are about.
import type { Credential, RecipientView } from '../contract.ts'

/** What is asked. */
export type VaultDialog =
  | { readonly kind: 'add' }
  | { readonly kind: 'check' }
  | { readonly kind: 'rotate'; readonly credential: Credential }
  | { readonly kind: 'remove'; readonly credential: Credential }
  | { readonly kind: 'allow' | 'deny'; readonly credential: Credential; readonly device: RecipientView }
  | { readonly kind: 'revoke'; readonly device: RecipientView }
