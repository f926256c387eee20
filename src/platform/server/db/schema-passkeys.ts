// The tables of passkeys.
import type { Generated } from 'kysely'

export interface PasskeysTable {
  /** The order in which they came. */
  seq: Generated<number>
  id: string
  /** As its authenticator calls it, in base64url. */
  credential_id: string
  name: string
  /** The name of this service that it is bound to. */
  host: string
  /** In COSE. */
  public_key: Uint8Array
  counter: number
  is_synced: number
  created_at: string
  last_used_at: string | null
}

/** One row: by what authenticators know whose passkeys these are. */
export interface PasskeyHolderTable {
  handle: Uint8Array
}
